import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

export interface SessionCookie {
  readonly name: string
  /** Cookies that live between two steps of signing in carry this prefix too. */
  readonly prefix: string
  readonly secure: boolean
  /** Key that signs cookies; never the installation's secret itself. */
  readonly key: string
  /** The cookie's value as sent, or null. Nothing is checked yet. */
  read(request: Request): string | null
  /** The session token inside, if our signature is on it. */
  open(value: string): string | null
  /** A `Set-Cookie` line in our manner; an age of 0 removes the cookie. */
  write(name: string, value: string, maxAgeSeconds: number): string
}

/** `__Host-` pins a cookie to this host over TLS; browsers refuse the prefix on plain http, also on loopback. */
export function createSessionCookie(options: { secret: string; publicUrl: string | null }): SessionCookie {
  const secure = options.publicUrl?.startsWith("https:") ?? false
  const prefix = secure ? "__Host-countersign" : "countersign"
  const name = `${prefix}.session`
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "countersign session cookies", 32)).toString(
    "base64url",
  )
  return {
    name,
    prefix,
    secure,
    key,
    read: (request) => readCookie(request, name),
    open: (value) => openSigned(value, key),
    write: (name, value, maxAgeSeconds) =>
      `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  }
}

export function readCookie(request: Request, name: string): string | null {
  const header = request.headers.get("cookie")
  if (header === null) return null
  for (const part of header.split(";")) {
    const at = part.indexOf("=")
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/** The form Better Auth gives signed cookies: `<value>.<HMAC-SHA-256, base64>`, percent-encoded. */
function openSigned(raw: string, key: string): string | null {
  let value: string
  try {
    value = decodeURIComponent(raw)
  } catch {
    return null
  }
  const at = value.lastIndexOf(".")
  if (at < 1) return null
  const token = value.slice(0, at)
  const given = Buffer.from(value.slice(at + 1))
  const right = Buffer.from(createHmac("sha256", key).update(token).digest("base64"))
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}
