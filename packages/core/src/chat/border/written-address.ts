/**
 * Whether a person wrote this very address: host, path and query as a request would tell them, and no more than that. Letters
 * count as they are, and where it ends too: in a changed case, or in how much of it is asked for, data could travel.
 */
export function isWritten(address: string, texts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname, search, username, password } = new URL(address)
  if (username || password) return false
  const rest = `${pathname}${search}`
  const wanted = rest === "/" ? "" : rest
  return texts.some((text) => {
    const lower = text.toLowerCase()
    // A letter whose small form is longer would shift what follows.
    if (lower.length !== text.length) return false
    for (let at = lower.indexOf(host); at !== -1; at = lower.indexOf(host, at + 1)) {
      const end = at + host.length
      if (
        text.startsWith(wanted, end) &&
        endsAt(text, end + wanted.length, wanted === "") &&
        beginsAt(lower, at, protocol)
      )
        return true
    }
    return false
  })
}

/** `example.com` does not stand in `my-example.com`, and what was written with encryption is not asked for without. */
function beginsAt(lower: string, at: number, protocol: string): boolean {
  if (/[\w.-]/.test(lower[at - 1] ?? "")) return false
  return protocol !== "http:" || !lower.slice(Math.max(0, at - 8), at).endsWith("https://")
}

/** Nothing of the address follows: a space, a fragment, which is not sent, or the end of a sentence. */
function endsAt(text: string, at: number, bare: boolean): boolean {
  END.lastIndex = bare && text[at] === "/" ? at + 1 : at
  return END.test(text)
}

// Letters beyond Latin stand in strings on the server: see scripts/bundle.mjs.
const ELLIPSIS = "…"
const END = new RegExp(`[.,;:!?)\\]}'*_${ELLIPSIS}]*(?:$|[\\s"<>\`#])`, "y")
