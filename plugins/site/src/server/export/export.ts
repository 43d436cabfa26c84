/** The site as an archive: what is published, for any host, or the draft, to be taken in again. */
import { Readable } from "node:stream"
import { ConflictError, type Ctx, implement, NotFoundError, route, streamed } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { ZipFile } from "yazl"
import { SITE } from "../../contract/site-id.ts"
import { siteContract } from "../../contract.ts"
import { keyOf } from "../../document.ts"
import { readFile } from "../files/file-store.ts"
import { loadPart } from "../load-part.ts"
import { findMedia } from "../media/media-store.ts"
import { listParts } from "../part-store.ts"
import { FACTS, STYLES } from "../parts.ts"
import { ASSETS, NOT_FOUND_PATH } from "../publish/addresses.ts"
import { sequenceOf } from "../site-store.ts"
import { contentOf } from "../stored-part.ts"
import { pathOfMedia, SITE_FILE, type SiteFile } from "./site-file.ts"

type Listed = { path: string; hash: string | null; text: string | null }
const PIECE_BYTES = 1024 * 1024

export const exportSite = implement(siteContract.exportSite, async (ctx, { what, hash, from }) => {
  const files = what === "pages" ? await publishedFiles(ctx) : await draftFiles(ctx, hash === undefined)
  if (hash === undefined) return { files, piece: "" }
  if (!files.some((one) => one.hash === hash))
    throw new NotFoundError("The site has changed. Begin the download again.")
  const piece = await readFile(ctx.tx, hash, { from, to: from + PIECE_BYTES })
  return { files: [], piece: piece.toString("latin1") }
})

const TYPES: Readonly<Record<string, string>> = { "text/css": "css", "text/javascript": "js" }

/** As hosts of files want them: a folder with an index for each page. */
async function publishedFiles({ tx }: Ctx): Promise<Listed[]> {
  const { rows } = await tx.execute<{ path: string; hash: string | null; location: string | null }>(sql`
    SELECT path, file AS hash, location FROM site.address WHERE site_id = ${SITE} ORDER BY path`)
  if (rows.length === 0) throw new ConflictError("Nothing is published yet. Publish the site first, or take the draft.")
  const { rows: assets } = await tx.execute<{ hash: string; type: string }>(sql`
    SELECT file.hash, file.type FROM site.file_use use JOIN site.file ON file.hash = use.hash
    WHERE use.holder = 'assets' ORDER BY file.hash`)
  const redirects = rows.flatMap(({ path, location }) => (location === null ? [] : [`${path} ${location} 301`]))
  return [
    ...rows.flatMap(({ path, hash }) => (hash === null ? [] : [{ path: fileFor(path), hash, text: null }])),
    ...assets.map(({ hash, type }) => ({
      path: `${ASSETS.slice(1)}${hash}.${TYPES[type.split(";", 1)[0]!] ?? "bin"}`,
      hash,
      text: null,
    })),
    ...(redirects.length > 0 ? [{ path: "_redirects", hash: null, text: `${redirects.join("\n")}\n` }] : []),
  ]
}

function fileFor(path: string): string {
  if (path === NOT_FOUND_PATH) return "404.html"
  const bare = path.slice(1)
  if (bare.startsWith("_media/") || /^(?:robots\.txt|sitemap\.xml|feed\.xml)$/.test(bare)) return bare
  return bare === "" ? "index.html" : `${bare}/index.html`
}

async function draftFiles(ctx: Ctx, withText: boolean): Promise<Listed[]> {
  const media = await findMedia(ctx.tx)
  const files = media.map(({ fileName, hash }) => ({ path: pathOfMedia(fileName), hash, text: null }))
  if (!withText) return files
  const upTo = await sequenceOf(ctx.tx)
  const documents: SiteFile["documents"][number][] = []
  for (let after: string | undefined; ; ) {
    const page = await listParts(ctx.tx, { limit: 500, ...(after !== undefined && { after }) })
    for (const { type, id } of page.documents) {
      const document = (await loadPart(ctx, keyOf({ type, id }), upTo)).part.documents.get(keyOf({ type, id }))
      if (document) documents.push({ ref: { type, id }, content: contentOf(document) })
    }
    if (page.next === null) break
    after = page.next
  }
  const site: SiteFile = {
    format: "countersign-site",
    version: 1,
    documents,
    sheets: (await loadPart(ctx, STYLES, upTo)).part.sheets,
    facts: (await loadPart(ctx, FACTS, upTo)).part.facts,
    media: media.map(({ id, fileName, name, alt }) => ({ id, fileName, name, alt })),
  }
  return [{ path: SITE_FILE, hash: null, text: JSON.stringify(site) }, ...files]
}

export const exportRoutes = [
  route("GET /api/v1/site/export/:what", exportSite, {
    streamSeconds: 3_600,
    readInput: (_request, { what }) => ({
      what: what === "pages.zip" ? "pages" : what === "draft.zip" ? "draft" : what,
    }),
    respond: ({ files }, next) =>
      streamed(archiveOf(files, next), {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="site.zip"',
      }),
  }),
]

type Next = (change: { hash: string; from: number }) => Promise<{ piece: string }>

/** One file after the other, each read when the one before it was taken. */
async function* archiveOf(files: readonly Listed[], next: Next): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // The same content gives the same archive.
  const mtime = new Date(Date.UTC(1980, 0, 1))
  for (const { path, hash, text } of files)
    if (hash === null) zip.addBuffer(Buffer.from(text ?? ""), path, { mtime })
    else
      zip.addReadStreamLazy(path, { mtime }, (give) => {
        give(null, Readable.from(piecesOf(hash, next), { objectMode: false }))
      })
  zip.end()
  for await (const piece of zip.outputStream) yield piece as Uint8Array
}

async function* piecesOf(hash: string, next: Next): AsyncGenerator<Buffer> {
  for (let from = 0; ; ) {
    const { piece } = await next({ hash, from })
    if (piece.length > 0) yield Buffer.from(piece, "latin1")
    if (piece.length < PIECE_BYTES) return
    from += piece.length
  }
}
