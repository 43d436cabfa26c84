interface Cookie {
  name: string
  value: string
  domain: string
  hostOnly: boolean
  path: string
  secure: boolean
}

/** More than any site sets; a server that sets more fills only its own jar. */
const MOST_COOKIES = 50
const LONGEST_COOKIE = 4_096

/** Cookies of one journey, sent back only to whom they belong. */
export class CookieJar {
  #cookies: Cookie[] = []

  keep(url: URL, lines: readonly string[]): void {
    for (const line of lines.slice(0, MOST_COOKIES)) {
      const cookie = readCookie(url, line)
      if (!cookie) continue
      const { ends, ...kept } = cookie
      this.#cookies = this.#cookies.filter(
        ({ name, domain, path }) => name !== kept.name || domain !== kept.domain || path !== kept.path,
      )
      if (!ends && this.#cookies.length < MOST_COOKIES) this.#cookies.push(kept)
    }
  }

  headerFor(url: URL): string | null {
    const host = url.hostname
    const fitting = this.#cookies.filter(
      ({ domain, hostOnly, path, secure }) =>
        (host === domain || (!hostOnly && host.endsWith(`.${domain}`))) &&
        (url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`)) &&
        (!secure || url.protocol === "https:"),
    )
    return fitting.length > 0 ? fitting.map(({ name, value }) => `${name}=${value}`).join("; ") : null
  }
}

function readCookie(url: URL, line: string): (Cookie & { ends: boolean }) | null {
  if (line.length > LONGEST_COOKIE) return null
  const [pair = "", ...attributes] = line.split(";")
  const equals = pair.indexOf("=")
  if (equals <= 0) return null
  const given = new Map(
    attributes.map((attribute) => {
      const [key = "", ...value] = attribute.split("=")
      return [key.trim().toLowerCase(), value.join("=").trim()]
    }),
  )
  const wanted = given.get("domain")?.replace(/^\./, "").toLowerCase()
  const host = url.hostname
  // A domain of one label is everybody's; a foreign one is not theirs to set.
  if (wanted && wanted !== host && !(host.endsWith(`.${wanted}`) && wanted.includes("."))) return null
  const maxAge = given.get("max-age")
  const expires = Date.parse(given.get("expires") ?? "")
  const path = given.get("path")
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    domain: wanted ?? host,
    hostOnly: wanted === undefined,
    path: path?.startsWith("/") ? path : url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf("/"))),
    secure: given.has("secure"),
    ends: maxAge !== undefined ? Number(maxAge) <= 0 : expires <= Date.now(),
  }
}
