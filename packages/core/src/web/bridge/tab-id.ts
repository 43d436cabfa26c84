const KEY = "countersign.tab"
let id: string | null = null

/** Which tab this is, the same after a reload. A duplicated tab is another one, although it begins with a copy of what is kept. */
export function tabId(): string {
  if (id) return id
  id = sessionStorage.getItem(KEY) ?? newId()
  // Only for the moment in which the page is gone: a tab that is duplicated meanwhile finds nothing.
  sessionStorage.removeItem(KEY)
  const own = id
  addEventListener("pagehide", () => sessionStorage.setItem(KEY, own))
  addEventListener("pageshow", () => sessionStorage.removeItem(KEY))
  return own
}

/** Not `randomUUID`: browsers have it on secure origins only. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
