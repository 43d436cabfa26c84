import { createHash } from "node:crypto"
import type { Origin, Route } from "../../access/points/route.ts"
import { DeveloperError } from "../../errors.ts"

/** Whole answers are in memory at once; what is larger is sent as a stream. */
const MOST_WHOLE_BYTES = 4 * 1024 * 1024

/** Says how long an answer may be kept and by whom, and answers 304 to whoever has it. */
export async function keepable(route: Route, response: Response, request: Request, origin: Origin): Promise<Response> {
  const said = response.headers.get("content-length")
  if (said !== null && response.headers.has("cache-control")) {
    demandSmall(route, Number(said))
    // It knows how long it is and who may keep it, so it has looked at conditions itself: a copy would cost more than the rest.
    return request.method === "HEAD" ? new Response(null, response) : response
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  demandSmall(route, bytes.byteLength)
  const { status } = response
  const headers = new Headers(response.headers)
  const kept = status === 200 ? route.cache : undefined
  if (!headers.has("cache-control")) headers.set("cache-control", kept ? cacheControl(kept, origin) : "no-store")
  if (kept?.etag && !headers.has("etag")) headers.set("etag", etagOf(bytes))
  const etag = status === 200 ? headers.get("etag") : null
  if (etag !== null && matches(request.headers.get("if-none-match"), etag)) {
    headers.delete("content-type")
    return new Response(null, { status: 304, headers })
  }
  if (NO_BODY.has(status)) return new Response(null, { status, headers })
  headers.set("content-length", String(bytes.byteLength))
  // Nothing has no type; of an empty body one would be made up.
  const isEmpty = request.method === "HEAD" || bytes.byteLength === 0
  return new Response(isEmpty ? null : bytes, { status, headers })
}

function demandSmall({ method, path }: Route, bytes: number): void {
  if (bytes > MOST_WHOLE_BYTES)
    throw new DeveloperError(`${method} ${path} answers ${bytes} bytes at once: use streamed().`)
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** What the app's origin answers may depend on who asks. */
function cacheControl({ maxAge, staleWhileRevalidate }: NonNullable<Route["cache"]>, origin: Origin): string {
  const stale = staleWhileRevalidate === undefined ? "" : `, stale-while-revalidate=${staleWhileRevalidate}`
  return `${origin === "site" ? "public" : "private"}, max-age=${maxAge}${stale}`
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  const bare = (one: string) => one.trim().replace(/^W\//, "")
  return header.split(",").some((each) => each.trim() === "*" || bare(each) === bare(etag))
}
