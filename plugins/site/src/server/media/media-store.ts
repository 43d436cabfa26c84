import { randomBytes } from "node:crypto"
import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { type Media, SITE } from "../../contract.ts"
import { holdFiles, putFiles } from "../files/file-store.ts"
import type { MadeMedia } from "./make-media.ts"
import { fileNameFor, MEDIA_PATH, sizeNameFor } from "./media-names.ts"

export interface NewMedia {
  readonly name: string
  readonly alt: string
  readonly made: MadeMedia
  /** Where pages that came with it look for it already. */
  readonly fileName?: string
  /** By which settings and tokens that came with it know it; null where none do. */
  readonly id?: string | null
}

export interface StoredMedia extends Media {
  readonly hash: string
  readonly fileName: string
}

/** Files with their smaller ones, each under an address of its own. */
export async function addMedia(tx: Tx, files: readonly NewMedia[]): Promise<StoredMedia[]> {
  const taken = await namesTaken(tx)
  const rows = files.map(({ name, alt, made, fileName: wanted, id }) => {
    const fileName = wanted ?? fileNameFor(name, made.extension, (one) => taken.has(one))
    taken.add(fileName)
    return { id: id ?? newId(), fileName, name, alt, made }
  })
  for (const { id, fileName, name, alt, made } of rows) {
    const hash = await keepFiles(tx, id, made)
    await tx.execute(sql`
      INSERT INTO site.media (site_id, id, file_name, name, alt, kind, type, hash, bytes, width, height)
      VALUES (${SITE}, ${id}, ${fileName}, ${name}, ${alt}, ${made.kind}, ${made.type}, ${hash.whole}, ${made.bytes.length},
        ${made.width}, ${made.height})`)
    await addSizes(tx, id, fileName, made, hash.sizes)
  }
  return findMedia(tx, { ids: rows.map(({ id }) => id) })
}

/** Another file under the same address. */
export async function replaceFile(tx: Tx, { id, fileName }: StoredMedia, name: string, made: MadeMedia): Promise<void> {
  const hash = await keepFiles(tx, id, made)
  await tx.execute(sql`DELETE FROM site.media_size WHERE site_id = ${SITE} AND media_id = ${id}`)
  await tx.execute(sql`
    UPDATE site.media SET name = ${name}, kind = ${made.kind}, type = ${made.type}, hash = ${hash.whole},
      bytes = ${made.bytes.length}, width = ${made.width}, height = ${made.height}, updated_at = platform.now()
    WHERE site_id = ${SITE} AND id = ${id}`)
  await addSizes(tx, id, fileName, made, hash.sizes)
}

export async function changeMedia(tx: Tx, id: string, { name, alt }: { name: string; alt: string }): Promise<void> {
  await tx.execute(sql`
    UPDATE site.media SET name = ${name}, alt = ${alt}, updated_at = platform.now() WHERE site_id = ${SITE} AND id = ${id}`)
}

export async function removeMedia(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await holdFiles(tx, holderOf(id), [])
  await tx.execute(sql`DELETE FROM site.media WHERE site_id = ${SITE} AND id = ANY (${sql.param([...ids])}::text[])`)
}

export async function findMedia(
  tx: Tx,
  wanted: { ids?: readonly string[]; fileNames?: readonly string[] } = {},
): Promise<StoredMedia[]> {
  const ids = wanted.ids ? sql.param([...wanted.ids]) : null
  const names = wanted.fileNames ? sql.param([...wanted.fileNames]) : null
  return read(
    tx,
    sql`(${ids}::text[] IS NULL OR media.id = ANY (${ids}::text[]))
      AND (${names}::text[] IS NULL OR media.file_name = ANY (${names}::text[])) ORDER BY media.added`,
  )
}

export async function listFiles(
  tx: Tx,
  page: { kind?: string | undefined; search?: string | undefined; limit: number; after?: string | undefined },
): Promise<{ media: StoredMedia[]; next: string | null }> {
  const search = page.search ? `%${page.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null
  const found = await read(
    tx,
    sql`(${page.kind ?? null}::text IS NULL OR media.kind = ${page.kind ?? null})
      AND (${search}::text IS NULL OR media.name ILIKE ${search} OR media.alt ILIKE ${search})
      AND (${page.after ?? null}::text IS NULL OR media.added <
        (SELECT added FROM site.media WHERE site_id = ${SITE} AND id = ${page.after ?? null}))
      ORDER BY media.added DESC LIMIT ${page.limit + 1}`,
  )
  const media = found.slice(0, page.limit)
  return { media, next: found.length > media.length ? media.at(-1)!.id : null }
}

export async function usedBytes(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(sql`
    SELECT coalesce((SELECT sum(bytes) FROM site.media WHERE site_id = ${SITE}), 0)
      + coalesce((SELECT sum(bytes) FROM site.media_size WHERE site_id = ${SITE}), 0) AS bytes`)
  return Number(rows[0]!.bytes)
}

/** What lies under the last part of an address: a file, or one of the smaller ones beside a picture. */
export async function fileAt(
  tx: Tx,
  fileName: string,
): Promise<{ hash: string; type: string; bytes: number; name: string } | null> {
  const { rows } = await tx.execute<{ hash: string; type: string; bytes: string; name: string }>(sql`
    SELECT hash, type, bytes, name FROM site.media WHERE site_id = ${SITE} AND file_name = ${fileName}
    UNION ALL
    SELECT hash, 'image/webp', bytes, file_name FROM site.media_size WHERE site_id = ${SITE} AND file_name = ${fileName}`)
  return rows[0] ? { ...rows[0], bytes: Number(rows[0].bytes) } : null
}

async function read(tx: Tx, condition: ReturnType<typeof sql>): Promise<StoredMedia[]> {
  const { rows } = await tx.execute<MediaRow>(sql`
    SELECT media.id, media.file_name, media.name, media.alt, media.kind, media.type, media.hash, media.bytes, media.width,
      media.height, media.updated_at,
      (SELECT json_agg(json_build_object('width', size.width, 'height', size.height, 'file_name', size.file_name,
        'bytes', size.bytes) ORDER BY size.width)
       FROM site.media_size size WHERE size.site_id = media.site_id AND size.media_id = media.id) AS sizes
    FROM site.media WHERE media.site_id = ${SITE} AND ${condition}`)
  return rows.map(({ file_name, updated_at, bytes, sizes, ...row }) => ({
    ...row,
    fileName: file_name,
    address: `${MEDIA_PATH}${file_name}`,
    bytes: Number(bytes),
    sizes: (sizes ?? []).map((size) => ({
      width: size.width,
      height: size.height,
      address: `${MEDIA_PATH}${size.file_name}`,
      bytes: size.bytes,
    })),
    updatedAt: new Date(updated_at).toISOString(),
  }))
}

type MediaRow = Pick<StoredMedia, "id" | "name" | "alt" | "kind" | "type" | "hash" | "width" | "height"> & {
  file_name: string
  bytes: string
  updated_at: string | Date
  sizes: { width: number; height: number; file_name: string; bytes: number }[] | null
} & Record<string, unknown>

async function namesTaken(tx: Tx): Promise<Set<string>> {
  const { rows } = await tx.execute<{ file_name: string }>(
    sql`SELECT file_name FROM site.media WHERE site_id = ${SITE}`,
  )
  return new Set(rows.map(({ file_name }) => file_name))
}

async function keepFiles(tx: Tx, id: string, made: MadeMedia): Promise<{ whole: string; sizes: string[] }> {
  const put = await putFiles(tx, [made, ...made.sizes.map(({ bytes }) => ({ type: "image/webp", bytes }))])
  const [whole, ...sizes] = put.map(({ hash }) => hash)
  await holdFiles(tx, holderOf(id), [whole!, ...sizes])
  return { whole: whole!, sizes }
}

async function addSizes(
  tx: Tx,
  id: string,
  fileName: string,
  made: MadeMedia,
  hashes: readonly string[],
): Promise<void> {
  if (made.sizes.length === 0) return
  const rows = made.sizes.map(({ width, height, bytes }, at) => ({
    width,
    height,
    file_name: sizeNameFor(fileName, width),
    hash: hashes[at],
    bytes: bytes.length,
  }))
  await tx.execute(sql`
    INSERT INTO site.media_size (site_id, media_id, width, height, file_name, hash, bytes)
    SELECT ${SITE}, ${id}, width, height, file_name, hash, bytes FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS row (width integer, height integer, file_name text, hash text, bytes bigint)`)
}

function holderOf(id: string): string {
  return `media:${id}`
}

/** Short, and no word of it is guessed: 60 bits. */
function newId(): string {
  return BigInt(`0x${randomBytes(8).toString("hex")}`)
    .toString(36)
    .slice(0, 12)
}

/** Every file of these, the smaller ones included. */
export async function filesOf(tx: Tx, media: readonly StoredMedia[]): Promise<{ fileName: string; hash: string }[]> {
  const ids = sql.param(media.map(({ id }) => id))
  const { rows } = await tx.execute<{ fileName: string; hash: string }>(sql`
    SELECT file_name AS "fileName", hash FROM site.media WHERE site_id = ${SITE} AND id = ANY (${ids}::text[])
    UNION ALL
    SELECT file_name, hash FROM site.media_size WHERE site_id = ${SITE} AND media_id = ANY (${ids}::text[])`)
  return rows
}
