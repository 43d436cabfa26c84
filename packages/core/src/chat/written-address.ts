/**
 * Whether all that a request to this address would tell, host, path and query, stands in what a person wrote. Letters
 * count as they are: in a changed case or order alone, data could travel.
 */
export function isWritten(address: string, texts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { host, pathname, search, username, password } = new URL(address)
  if (username || password) return false
  const rest = `${pathname}${search}`
  const wanted = rest === "/" ? "" : rest
  return texts.some((text) => {
    const lower = text.toLowerCase()
    // A letter whose small form is longer would shift what follows.
    if (lower.length !== text.length) return false
    for (let at = lower.indexOf(host); at !== -1; at = lower.indexOf(host, at + 1))
      if (text.startsWith(wanted, at + host.length) && !isLonger(text, at, host.length)) return true
    return false
  })
}

/** `example.com` does not stand in `example.com.evil.test`, nor in `my-example.com`. */
function isLonger(text: string, at: number, length: number): boolean {
  return /[\w.-]/.test(text[at - 1] ?? "") || /^(?:[\w-]|\.\w|:\d)/.test(text.slice(at + length, at + length + 2))
}
