/**
 * What an address would do, by the reading of a browser: its parser drops tabs and line feeds, takes a backslash for a
 * slash and `https:x` for a path or a host, depending on the page it stands in.
 */
export type Reach = "own" | { readonly host: string } | "data" | "other" | "invalid"

/** Nobody can own a name under .invalid (RFC 6761). */
const OWN_HOST = "own.invalid"
const LONGEST = 100_000

/** Most addresses are nothing but a path; asking a parser of each takes ten times as long. */
const PLAIN_PATH = /^(?!\/\/)[\w./?#&=%+~-]*$/

export function reachOf(address: string): Reach {
  if (address.length > LONGEST) return address.trimStart().toLowerCase().startsWith("data:") ? "data" : "invalid"
  if (PLAIN_PATH.test(address)) return "own"
  const secure = URL.parse(address, `https://${OWN_HOST}/a/b`)
  const plain = URL.parse(address, `http://${OWN_HOST}/a/b`)
  if (!secure || !plain) return "invalid"
  if (secure.protocol === "data:") return "data"
  for (const url of [secure, plain]) {
    if (url.protocol !== "https:" && url.protocol !== "http:") return "other"
    if (url.host !== OWN_HOST) return { host: url.host }
  }
  return "own"
}

/** Where a person may be sent: pages, mail, telephones. */
export function mayLeadTo(address: string): boolean {
  const reach = reachOf(address)
  if (typeof reach === "object" || reach === "own") return true
  return reach === "other" && FOR_PEOPLE.has(URL.parse(address)?.protocol ?? "")
}
const FOR_PEOPLE = new Set(["mailto:", "tel:", "sms:"])

/** What a page may load by itself. `data` only where it is shown as a picture or a font, which run nothing. */
export function mayLoad(address: string, hosts: readonly string[], data: RegExp | null): boolean {
  const reach = reachOf(address)
  if (reach === "own") return true
  if (typeof reach === "object") return hosts.includes(reach.host)
  return (
    reach === "data" &&
    data !== null &&
    data.test(
      address
        .replace(/[\t\n\r]/g, "")
        .trimStart()
        .slice(0, 100),
    )
  )
}

export const DATA_IMAGE = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|svg\+xml)[;,]/i
export const DATA_FONT_OR_IMAGE =
  /^data:(?:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|svg\+xml)|font\/[a-z0-9+-]+|application\/(?:x-)?font-[a-z0-9-]+|application\/vnd\.ms-fontobject|application\/octet-stream)[;,]/i

/** The addresses of a `srcset`, each with where it stands. */
export function addressesIn(srcset: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let at = 0
  while (at < srcset.length) {
    while (at < srcset.length && /[\s,]/.test(srcset[at]!)) at += 1
    const start = at
    while (at < srcset.length && !/\s/.test(srcset[at]!)) at += 1
    let end = at
    while (end > start && srcset[end - 1] === ",") end -= 1
    if (end > start) found.push({ start, end })
    if (end < at) continue
    // The descriptor: up to the next comma outside of parentheses, which do not nest here.
    let inside = false
    for (; at < srcset.length && (inside || srcset[at] !== ","); at += 1) {
      if (srcset[at] === "(") inside = true
      else if (srcset[at] === ")") inside = false
    }
  }
  return found
}
