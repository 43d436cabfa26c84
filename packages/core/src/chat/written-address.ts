/**
 * Whether a person wrote this very address: scheme, host, path and query, to its end. Letters count as they are: in a
 * changed case, in where an address is cut off, or in which of several is asked for, data could travel.
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
    for (let at = lower.indexOf(host); at !== -1; at = lower.indexOf(host, at + 1))
      if (
        text.startsWith(wanted, at + host.length) &&
        endsThere(text, at + host.length + wanted.length, wanted === "") &&
        !isLonger(text, at, host.length) &&
        isMeantBy(protocol, lower, at)
      )
        return true
    return false
  })
}

/** `example.com` does not stand in `example.com.evil.test`, nor in `my-example.com`. */
function isLonger(text: string, at: number, length: number): boolean {
  return /[\w.-]/.test(text[at - 1] ?? "") || /^(?:[\w-]|\.\w|:\d)/.test(text.slice(at + length, at + length + 2))
}

/** Signs that close a sentence or a bracket are not the address's own. */
function endsThere(text: string, at: number, isRoot: boolean): boolean {
  const rest = text.slice(at, at + MOST_SIGNS + 2)
  return /^[.,;:!?*_~'"`()[\]{}<>|^»”’…，。；！？、）】》」]{0,20}(?:[\s#]|$)/.test(
    isRoot ? rest.replace(/^\//, "") : rest,
  )
}

const MOST_SIGNS = 20

/** Who names no scheme may mean either; who wrote `https` has not asked for anything to travel in clear. */
function isMeantBy(protocol: string, text: string, at: number): boolean {
  return !text.slice(0, at).endsWith("://") || text.slice(0, at).endsWith(`${protocol}//`)
}
