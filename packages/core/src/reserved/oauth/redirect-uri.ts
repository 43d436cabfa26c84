/** Schemes that a browser would run or open as content of its own, were it sent there. */
const NEVER = /^(javascript|data|vbscript|blob|file|about|filesystem|view-source|ftp|ws|wss|mailto|tel|http):/i
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/[^#\\\s]*)?$/
const HTTPS = /^https:\/\/[^/?#\\@\s]+(\/[^#\\\s]*|\?[^#\\\s]*)?$/
const OWN_SCHEME = /^[a-z][a-z0-9+.-]*:(\/\/)?[^#\\\s]+$/

/**
 * Whether an answer with a code may go there at all: https, this computer, or, where `ownSchemes`, an app's own scheme.
 * Judged by the text too, not only by how it parses: others may parse it in another way.
 */
export function isRedirectUri(text: string, options: { ownSchemes: boolean }): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash || text.length > 2_000) return false
  if (LOOPBACK.test(text) || HTTPS.test(text)) return true
  return options.ownSchemes && OWN_SCHEME.test(text) && !NEVER.test(text) && !/^https:/i.test(text)
}

/** Equal to the letter, but for the port on this computer: an app listens where it finds a free one (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  const loopback = withoutPort(asked)
  return loopback !== null && registered.some((uri) => withoutPort(uri) === loopback)
}

/** Where an answer goes, in people's words. */
export function describeTarget(redirectUri: string): { goesTo: string; onThisComputer: boolean } {
  if (LOOPBACK.test(redirectUri)) return { goesTo: "this computer", onThisComputer: true }
  const url = new URL(redirectUri)
  return { goesTo: url.protocol === "https:" ? url.host : `${url.protocol}//${url.host}`, onThisComputer: false }
}

/** The redirect URI with an answer in its query, else as the client wrote it; null values are left out. */
export function redirectWith(redirectUri: string, answer: Record<string, string | null>): string {
  const given = Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${new URLSearchParams(given)}`
}

function withoutPort(uri: string): string | null {
  const match = LOOPBACK.exec(uri)
  if (!match || Number(match[2] ?? 80) > 65_535) return null
  return `${match[1]}${match[3] ?? "/"}`
}
