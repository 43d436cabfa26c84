import { createHash } from "node:crypto"
import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { takeTurns } from "../take-turns.ts"
import { compressed } from "./compress.ts"

export const CHUNK_BYTES = 256 * 1024

/** What nobody uses is kept so long: pages that browsers still have open load it, and whoever puts it has time to use it. */
export const KEPT_HOURS = 24

export interface NewFile {
  /** With its parameters: `text/html; charset=utf-8`. */
  readonly type: string
  readonly bytes: Uint8Array
}

export interface StoredFile {
  readonly hash: string
  readonly type: string
  readonly size: number
  /** Of its brotli form; null where there is none. */
  readonly compressedSize: number | null
}

/** The name of a file: the same type and bytes have the same one on every server. */
export function hashOf({ type, bytes }: NewFile): string {
  return createHash("sha256").update(`${type}\n`).update(bytes).digest("hex")
}

export async function putFile(tx: Tx, file: NewFile): Promise<StoredFile> {
  const [put] = await putFiles(tx, [file])
  return put!
}

/** Those that are there already are not written again; all of them are safe from the collector for a day. */
export async function putFiles(tx: Tx, files: readonly NewFile[]): Promise<StoredFile[]> {
  const names = files.map(hashOf)
  const named = new Map(names.map((hash, at) => [hash, files[at]!]))
  const hashes = [...named.keys()].sort()
  const known = await touchFiles(tx, hashes)
  const missing = hashes.filter((hash) => !known.has(hash))
  const turn = takeTurns()
  const compressing: Promise<NewFile & { hash: string; brotli: Buffer | null }>[] = []
  for (const hash of missing) {
    const file = named.get(hash)!
    compressing.push(compressed(file.type, file.bytes).then((brotli) => ({ hash, ...file, brotli })))
    await turn()
  }
  const made = await Promise.all(compressing)
  if (made.length > 0) {
    const rows = made.map(({ hash, type, bytes, brotli }) => ({
      hash,
      type,
      size: bytes.byteLength,
      compressed_size: brotli?.byteLength ?? null,
    }))
    // Another transaction may put the same one: whoever comes second waits, and finds it there.
    await tx.execute(sql`
      INSERT INTO site.file (hash, type, size, compressed_size)
      SELECT hash, type, size, compressed_size FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS row (hash text, type text, size bigint, compressed_size bigint) ORDER BY hash
      ON CONFLICT (hash) DO UPDATE SET touched_at = platform.now()`)
    await putChunks(tx, made.flatMap(chunksOf))
    for (const row of rows) known.set(row.hash, toStored(row))
  }
  return names.map((hash) => known.get(hash)!)
}

/** Null where there is none. */
export async function findFile(tx: Tx, hash: string): Promise<StoredFile | null> {
  const { rows } = await tx.execute<FileRow>(
    sql`SELECT hash, type, size, compressed_size FROM site.file WHERE hash = ${hash}`,
  )
  return rows[0] ? toStored(rows[0]) : null
}

export interface FilePart {
  /** Of the brotli form. */
  readonly compressed?: boolean
  readonly from?: number
  /** The byte after the last one. */
  readonly to?: number
}

/** The bytes of a file, or of a part of it: only chunks that hold some of them are read. */
export async function readFile(tx: Tx, hash: string, part: FilePart = {}): Promise<Buffer> {
  const { compressed: brotli = false, from = 0, to = Number.MAX_SAFE_INTEGER } = part
  const first = Math.floor(from / CHUNK_BYTES)
  const last = Math.min(Math.floor((to - 1) / CHUNK_BYTES), MOST_CHUNKS)
  const { rows } = await tx.execute<{ bytes: Buffer }>(sql`
    SELECT bytes FROM site.file_chunk
    WHERE hash = ${hash} AND compressed = ${brotli} AND number BETWEEN ${first} AND ${last} ORDER BY number`)
  const bytes = rows.length === 1 ? rows[0]!.bytes : Buffer.concat(rows.map((row) => row.bytes))
  return bytes.subarray(from - first * CHUNK_BYTES, Math.max(0, to - first * CHUNK_BYTES))
}
const MOST_CHUNKS = 1_000_000

/** From now on this holder uses these files and no others. */
export async function holdFiles(tx: Tx, holder: string, hashes: readonly string[]): Promise<void> {
  const wanted = sql.param([...new Set(hashes)])
  await touchReleased(tx, holder, hashes)
  await tx.execute(sql`DELETE FROM site.file_use WHERE holder = ${holder} AND NOT (hash = ANY (${wanted}::text[]))`)
  await tx.execute(sql`
    INSERT INTO site.file_use (holder, hash) SELECT ${holder}, hash FROM unnest(${wanted}::text[]) hash
    ON CONFLICT DO NOTHING`)
}

/** Deletes what nobody has used for a day, so many at a time; answers how many went. */
export async function collectFiles(tx: Tx, most = 500): Promise<number> {
  const { rows } = await tx.execute(sql`
    DELETE FROM site.file WHERE hash IN (
      SELECT hash FROM site.file WHERE touched_at < platform.now() - make_interval(hours => ${KEPT_HOURS})
        AND NOT EXISTS (SELECT FROM site.file_use use WHERE use.hash = file.hash)
        AND NOT EXISTS (SELECT FROM site.address WHERE address.file = file.hash)
        AND NOT EXISTS (SELECT FROM site.publication WHERE publication.facts = file.hash)
      ORDER BY touched_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING hash`)
  return rows.length
}

interface FileRow extends Record<string, unknown> {
  hash: string
  type: string
  size: string | number
  compressed_size: string | number | null
}

function toStored({ hash, type, size, compressed_size }: FileRow): StoredFile {
  return {
    hash,
    type,
    size: Number(size),
    compressedSize: compressed_size === null ? null : Number(compressed_size),
  }
}

async function touchFiles(tx: Tx, hashes: readonly string[]): Promise<Map<string, StoredFile>> {
  const { rows } = await tx.execute<FileRow>(sql`
    UPDATE site.file SET touched_at = platform.now() WHERE hash = ANY (${sql.param([...hashes])}::text[])
    RETURNING hash, type, size, compressed_size`)
  return new Map(rows.map((row) => [row.hash, toStored(row)]))
}

async function touchReleased(tx: Tx, holder: string, kept: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE site.file SET touched_at = platform.now() WHERE hash IN (
      SELECT hash FROM site.file_use WHERE holder = ${holder} AND NOT (hash = ANY (${sql.param([...kept])}::text[])))`)
}

interface Chunk {
  readonly hash: string
  readonly compressed: boolean
  readonly number: number
  readonly bytes: Buffer
}

function chunksOf({ hash, bytes, brotli }: { hash: string; bytes: Uint8Array; brotli: Buffer | null }): Chunk[] {
  return [...cut(hash, false, bytes), ...(brotli ? cut(hash, true, brotli) : [])]
}

function cut(hash: string, isCompressed: boolean, bytes: Uint8Array): Chunk[] {
  const chunks: Chunk[] = []
  for (let from = 0; from < bytes.byteLength; from += CHUNK_BYTES)
    chunks.push({
      hash,
      compressed: isCompressed,
      number: from / CHUNK_BYTES,
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(CHUNK_BYTES, bytes.byteLength - from)),
    })
  return chunks
}

/** Of one statement: what is sent and read at once stays small. */
const STATEMENT_BYTES = 2 * 1024 * 1024

async function putChunks(tx: Tx, chunks: readonly Chunk[]): Promise<void> {
  let next: Chunk[] = []
  let bytes = 0
  const send = async () => {
    if (next.length === 0) return
    let end = 0
    const rows = next.map(({ hash, compressed: brotli, number, bytes: own }) => {
      const start = end
      end += own.byteLength
      return { hash, brotli, number, start: start + 1, size: own.byteLength }
    })
    // As one value, which travels as it is; a list of them is written out in hexadecimal digits.
    await tx.execute(sql`
      INSERT INTO site.file_chunk (hash, compressed, number, bytes)
      SELECT hash, brotli, number, substring(${Buffer.concat(next.map((chunk) => chunk.bytes))}::bytea FROM start FOR size)
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS row (hash text, brotli boolean, number integer, start integer, size integer)
      ON CONFLICT DO NOTHING`)
    next = []
    bytes = 0
  }
  for (const chunk of chunks) {
    next.push(chunk)
    bytes += chunk.bytes.byteLength
    if (bytes >= STATEMENT_BYTES) await send()
  }
  await send()
}
