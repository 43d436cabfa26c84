/** What is typed and not sent, for as long as the tab lives. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? ""
  } catch {
    return ""
  }
}

export function storeDraft(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(nameOf(key), text)
    else sessionStorage.removeItem(nameOf(key))
  } catch {
    // Storage is full or forbidden: the text is on the screen still.
  }
}

function nameOf(key: string): string {
  return `countersign.draft.${key}`
}
