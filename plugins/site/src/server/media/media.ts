/** The library of the site: its verbs, and the addresses by which files come and go. */
import { route, streamed } from "@countersign/core/server"
import { MOST_FILE_BYTES } from "./make-media.ts"
import { mediaHeaders } from "./media-headers.ts"
import { MEDIA_PATH } from "./media-names.ts"
import * as verbs from "./media-verbs.ts"

export const mediaVerbs = {
  uploadMedia: verbs.uploadMedia,
  replaceMedia: verbs.replaceMedia,
  listMedia: verbs.listMedia,
  getMedia: verbs.getMedia,
  updateMedia: verbs.updateMedia,
  deleteMedia: verbs.deleteMedia,
  readMedia: verbs.readMedia,
}

/** What it really is, its content tells; what the sender says plays no part. */
const upload = {
  maxBytes: MOST_FILE_BYTES,
  types: ["image/*", "video/*", "audio/*", "font/*", "application/*", "text/*"],
  deadlineMs: 55_000,
}

export const mediaRoutes = [
  route("POST /api/v1/site/media", verbs.uploadMedia, {
    upload,
    readInput: (request) => queryOf(request, ["name", "alt"]),
    respond: (kept) => Response.json(kept, { status: 201 }),
  }),
  route("POST /api/v1/site/media/:id", verbs.replaceMedia, {
    upload,
    readInput: (request, { id }) => ({ id, ...queryOf(request, ["name"]) }),
    respond: (kept) => Response.json(kept),
  }),
  // On the app's origin, for those who edit: the canvas needs no other.
  route(`GET ${MEDIA_PATH}:file`, verbs.readMedia, {
    cache: { maxAge: 0 },
    readInput: (_request, { file }) => ({ file }),
    respond(first, next) {
      const headers = { ...mediaHeaders(first), etag: `"${first.hash.slice(0, 32)}"` }
      if (first.next === null) return new Response(Buffer.from(first.piece, "latin1"), { headers })
      return streamed(piecesOf(first, next), headers)
    },
  }),
]

type Piece = Awaited<ReturnType<typeof verbs.readMedia>>

async function* piecesOf(first: Piece, next: (change: { from: number }) => Promise<Piece>): AsyncGenerator<Uint8Array> {
  for (let piece = first; ; ) {
    yield Buffer.from(piece.piece, "latin1")
    if (piece.next === null) return
    const following = await next({ from: piece.next })
    // Replaced meanwhile: two halves of two files are no file.
    if (following.hash !== first.hash) throw new Error("The file was replaced while it was being sent.")
    piece = following
  }
}

function queryOf(request: Request, names: readonly string[]): Record<string, string> {
  const query = new URL(request.url).searchParams
  return Object.fromEntries([...query].filter(([name]) => names.includes(name)))
}
