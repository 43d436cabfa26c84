import { ConflictError, type Ctx, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import type { MediaUse } from "../../contract/media.ts"
import { siteSettings } from "../../contract/settings.ts"
import { type Media, siteContract } from "../../contract.ts"
import { readFile } from "../files/file-store.ts"
import { type MadeMedia, makeMedia } from "./make-media.ts"
import * as store from "./media-store.ts"
import { replacePublished } from "./publish-media.ts"
import { whereUsed } from "./where-used.ts"

export const uploadMedia = implement(siteContract.uploadMedia, async (ctx, { name, alt }) => {
  const made = await madeOf(ctx, name)
  await demandRoom(ctx, made)
  const [stored] = await store.addMedia(ctx.tx, [{ name, alt, made }])
  const media = shown(stored!)
  ctx.audit({ thing: { id: media.id, name }, after: media })
  return { media, notes: [...made.notes] }
})

export const replaceMedia = implement(siteContract.replaceMedia, async (ctx, { id, name }) => {
  const made = await madeOf(ctx, name)
  const before = await demandMedia(ctx, id)
  const both = ["picture", "drawing"]
  if (before.kind !== made.kind && !(both.includes(before.kind) && both.includes(made.kind)))
    throw new InvalidInputError(
      `"${before.name}" is a ${before.kind}, and pages show it as one. Choose a ${before.kind}, or add "${name}" as a file of its own.`,
    )
  await demandRoom(ctx, made)
  await store.replaceFile(ctx.tx, before, name, made)
  const after = await demandMedia(ctx, id)
  await replacePublished(ctx, before, after)
  const media = shown(after)
  ctx.audit({ thing: { id, name }, before: shown(before), after: media })
  return { media, notes: [...made.notes] }
})

export const listMedia = implement(siteContract.listMedia, async (ctx, page) => {
  const { media, next } = await store.listFiles(ctx.tx, page)
  return { media: media.map(shown), next, usedBytes: await store.usedBytes(ctx.tx), mostBytes: await mostBytes(ctx) }
})

export const getMedia = implement(siteContract.getMedia, async (ctx, { id }) => {
  const stored = await demandMedia(ctx, id)
  return { media: shown(stored), usedIn: (await whereUsed(ctx, [stored])).get(id)! }
})

export const updateMedia = implement(siteContract.updateMedia, async (ctx, { id, name, alt }) => {
  const before = await demandMedia(ctx, id)
  await store.changeMedia(ctx.tx, id, { name: name ?? before.name, alt: alt ?? before.alt })
  const media = shown(await demandMedia(ctx, id))
  ctx.audit({ thing: { id, name: media.name }, before: shown(before), after: media })
  return media
})

export const deleteMedia = implement(siteContract.deleteMedia, async (ctx, { id, evenIfUsed }) => {
  const before = await demandMedia(ctx, id)
  const usedIn = (await whereUsed(ctx, [before])).get(id)!
  if (usedIn.length > 0 && !evenIfUsed)
    throw new ConflictError(
      `"${before.name}" is used in ${listed(usedIn)}. Take it out there first, or delete it nevertheless; nothing is shown in its place then.`,
    )
  await replacePublished(ctx, before, null)
  await store.removeMedia(ctx.tx, [id])
  ctx.audit({ thing: { id, name: before.name }, before: shown(before), after: null })
  return { usedIn }
})

/** Larger files are sent piece by piece, and each piece is asked for when the last one was taken. */
const PIECE_BYTES = 1024 * 1024

export const readMedia = implement(siteContract.readMedia, async (ctx, { file, from }) => {
  const found = await store.fileAt(ctx.tx, file)
  if (!found) throw new NotFoundError("There is no such file in the library. It may have been deleted.")
  const to = Math.min(from + PIECE_BYTES, found.bytes)
  const piece = from < to ? await readFile(ctx.tx, found.hash, { from, to }) : Buffer.alloc(0)
  return { ...found, piece: piece.toString("latin1"), next: to < found.bytes ? to : null }
})

/** What was sent, as it may be kept. Made before the first statement, so that no transaction waits for it. */
async function madeOf(ctx: Ctx, name: string): Promise<MadeMedia> {
  const bytes = await sentFile(ctx)
  const [made] = await makeMedia([{ name, bytes }], { sizes: true, signal: ctx.abort })
  if (!made || "refused" in made) throw new InvalidInputError(made?.refused ?? `"${name}" could not be read.`)
  return made
}

export async function sentFile(ctx: Ctx): Promise<Buffer> {
  const upload = ctx.http?.upload
  if (!upload) throw new InvalidInputError("No file came along. Choose one on the page of the site's media.")
  const pieces: Uint8Array[] = []
  for await (const piece of upload.bytes()) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function mostBytes(ctx: Ctx): Promise<number> {
  return (await ctx.settings(siteSettings)).mediaMegabytes * 1_000_000
}

/** Two who fill it at once wait for each other. */
export async function demandRoom(ctx: Ctx, ...made: readonly MadeMedia[]): Promise<void> {
  const most = await mostBytes(ctx)
  await ctx.lock("media")
  const used = await store.usedBytes(ctx.tx)
  const more = made
    .flatMap(({ bytes, sizes }) => [bytes.length, ...sizes.map((size) => size.bytes.length)])
    .reduce((sum, bytes) => sum + bytes, 0)
  if (used + more <= most) return
  throw new ConflictError(
    `The library is full: ${megabytes(used)} of ${megabytes(most)} are used, and this needs ${megabytes(more)}. Delete files that no page uses, or have an administrator raise the limit in the settings of the site.`,
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

async function demandMedia(ctx: Ctx, id: string): Promise<store.StoredMedia> {
  const [found] = await store.findMedia(ctx.tx, { ids: [id] })
  if (!found) throw new NotFoundError("There is no such file in the library. List the media to find the right one.")
  return found
}

export function shown({ hash: _, fileName: __, ...media }: store.StoredMedia): Media {
  return media
}

function listed(uses: readonly MediaUse[]): string {
  const names = uses.slice(0, 3).map(({ title }) => `"${title}"`)
  const more = uses.length - names.length
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(" and ")
}
