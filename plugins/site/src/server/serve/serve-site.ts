import { implement, route, streamed } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import { siteContract } from "../../contract.ts"
import { type Asked, PIECE_BYTES } from "./answer.ts"
import { askedBy } from "./asked.ts"
import { fromMemory } from "./from-memory.ts"
import { servedSite } from "./served-site.ts"
import { visit } from "./visit.ts"

export const serve = implement(
  siteContract.serve,
  async (ctx, { path, ...asked }): Promise<Served> => servedSite(ctx.runtime).answer(ctx, visit(path, asked)),
)

/** All that no other plugin serves there. What a visit is about stands in its address, and nothing else of it counts. */
export const siteRoute = route("GET /*", serve, {
  origin: "site",
  token: "path",
  // From memory most of the time: it keeps a loop that runs away from taking the server with it, and nobody else out.
  limit: { requests: 20_000, perSeconds: 1 },
  readInput: ({ url, headers }) => ({ path: pathIn(url), ...askedBy((name) => headers.get(name)) }),
  respond: ({ status, headers, body, inPieces }, next) =>
    inPieces === undefined ? new Response(body, { status, headers }) : streamed(piecesOf(inPieces, next), headers),
  fromMemory,
})

type Next = (change: Partial<Asked>) => Promise<Served>

async function* piecesOf(size: number, next: Next): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < size; ) {
    const range = `bytes=${from}-${from + PIECE_BYTES - 1}`
    const { headers, body } = await next({ range, encoding: null, ifNoneMatch: null, ifRange: null })
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
