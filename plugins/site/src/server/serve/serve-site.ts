import { type Ctx, implement, NotFoundError, route, streamed } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import { siteContract } from "../../contract.ts"
import { mediaHeaders } from "../media/media-headers.ts"
import { MEDIA_PATH } from "../media/media-names.ts"
import { hashInAddress, NOT_FOUND_PATH } from "../publish/addresses.ts"
import { type Asked, answerFile, PIECE_BYTES } from "./answer.ts"
import { servedSite } from "./served-site.ts"

/** Whoever has it asks whether it still holds, each time: what was taken back is gone at once, and a 304 costs little. */
const CHECKED = { "cache-control": "public, no-cache" }
const FOR_EVER = { "cache-control": "public, max-age=31536000, immutable" }

export const serve = implement(siteContract.serve, async (ctx, { path, ...asked }): Promise<Served> => {
  const site = servedSite(ctx)
  const hash = hashInAddress(path)
  if (hash) {
    // Asked for before the stand-in is made, it would not be found.
    await site.addressOf(ctx, "/")
    const file = await site.fileOf(ctx, hash)
    if (file && !file.type.startsWith("text/html"))
      return answerFile(ctx, site, { file, status: 200, headers: FOR_EVER, asked })
  } else {
    const found = await site.addressOf(ctx, path)
    if (found?.location) return { status: found.status, headers: { ...CHECKED, location: found.location }, body: null }
    if (found?.file) return answerAt(ctx, path, asked, found.status)
    const bare = path.length > 1 && path.endsWith("/") ? path.replace(/(?<!\/)\/+$/, "") || "/" : null
    if (bare && (await site.addressOf(ctx, bare)))
      return { status: 301, headers: { ...CHECKED, location: encodeURI(bare) }, body: null }
  }
  return answerAt(ctx, NOT_FOUND_PATH, asked, 404)
})

async function answerAt(ctx: Ctx, path: string, asked: Asked, status: number): Promise<Served> {
  const site = servedSite(ctx)
  const address = await site.addressOf(ctx, path)
  const file = address?.file && (await site.fileOf(ctx, address.file))
  if (!address || !file) throw new NotFoundError("There is nothing at this address.")
  const policy = path.startsWith(MEDIA_PATH)
    ? mediaHeaders({ type: file.type, name: path.slice(MEDIA_PATH.length) })
    : address.policy
      ? { "content-security-policy": address.policy }
      : undefined
  const kept = status === 200 ? CHECKED : { "cache-control": "no-store" }
  return answerFile(ctx, site, { file, status, headers: { ...kept, ...policy }, asked })
}

/** All that no other plugin serves there. What a visit is about stands in its address, and nothing else of it counts. */
export const siteRoute = route("GET /*", serve, {
  origin: "site",
  token: "path",
  // From memory most of the time: it keeps a loop that runs away from taking the server with it, and nobody else out.
  limit: { requests: 20_000, perSeconds: 1 },
  readInput: ({ url, headers }) => ({
    path: pathIn(url),
    compressed: takesBrotli(headers.get("accept-encoding")),
    ifNoneMatch: headers.get("if-none-match"),
    range: headers.get("range"),
    ifRange: headers.get("if-range"),
  }),
  respond: ({ status, headers, body, inPieces }, next) =>
    inPieces === undefined ? new Response(body, { status, headers }) : streamed(piecesOf(inPieces, next), headers),
})

type Next = (change: Partial<Asked>) => Promise<Served>

async function* piecesOf(size: number, next: Next): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < size; ) {
    const range = `bytes=${from}-${from + PIECE_BYTES - 1}`
    const { headers, body } = await next({ range, compressed: false, ifNoneMatch: null, ifRange: null })
    // Another file is there by now. Cut off, nobody takes the two of them for one.
    if (!body || !headers["content-range"]?.endsWith(`/${size}`)) throw new Error("The file changed while it was sent.")
    yield body
    from += body.byteLength
  }
}

/** As it is written where pages have their addresses; what cannot be read stays as it came, and is nowhere. */
function pathIn(url: string): string {
  const { pathname } = new URL(url)
  if (!pathname.includes("%")) return pathname
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function takesBrotli(header: string | null): boolean {
  return (header ?? "").split(",").some((one) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))
}
