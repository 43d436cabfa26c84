/** Files as HTTP has them: conditional requests, parts, compression. */
import type { Served } from "../../contract/publish.ts"
import type { StoredFile } from "../files/file-store.ts"

export interface Asked {
  /** The form that is sent where there is one: the smallest of those that are understood. */
  readonly encoding: "br" | "gzip" | null
  readonly ifNoneMatch: string | null
  readonly range: string | null
  readonly ifRange: string | null
}

/** What is larger comes in pieces of this size: whole answers are in memory, and a part may be shorter than was asked for. */
export const PIECE_BYTES = 1024 * 1024
/** The gzip form is kept nowhere but in memory, so it is made of small files only. */
export const MOST_GZIPPED_BYTES = 512 * 1024

/** Bytes of a file, of one of its forms or of a part of it. */
export interface FileBytes {
  readonly file: StoredFile
  readonly encoding: Asked["encoding"]
  readonly from?: number
  /** The byte after the last one. */
  readonly to?: number
}

interface Wanting {
  readonly wanted: FileBytes
  with(bytes: Buffer): Served
}

/** The answer, or which bytes are wanted for it. */
export function answerFile({
  file,
  status,
  headers,
  asked,
}: {
  file: StoredFile
  status: number
  headers: Record<string, string>
  asked: Asked
}): Served | Wanting {
  const range = status === 200 && asked.range !== null ? rangeIn(asked.range, file.size) : null
  const plainTag = `"${file.hash.slice(0, 32)}"`
  const encoding = range === null ? formOf(file, asked.encoding) : null
  const etag = encoding ? `"${file.hash.slice(0, 32)}-${encoding}"` : plainTag
  const all = {
    "content-type": file.type,
    ...headers,
    etag,
    ...(file.compressedSize !== null && { vary: "accept-encoding" }),
    ...(encoding && { "content-encoding": encoding }),
    ...(status === 200 && { "accept-ranges": "bytes" }),
  }
  if (status === 200 && matches(asked.ifNoneMatch, etag)) return { status: 304, headers: all, body: null }
  if (range === "outside")
    return { status: 416, headers: { ...headers, "content-range": `bytes */${file.size}` }, body: null }
  if (range && (asked.ifRange === null || asked.ifRange === plainTag)) {
    const to = Math.min(range.to, range.from + PIECE_BYTES)
    const contentRange = `bytes ${range.from}-${to - 1}/${file.size}`
    return {
      wanted: { file, encoding: null, from: range.from, to },
      with: (bytes) => whole(206, { ...all, "content-range": contentRange }, bytes),
    }
  }
  if (!encoding && file.size > PIECE_BYTES) return { status, headers: all, body: null, inPieces: file.size }
  return { wanted: { file, encoding }, with: (bytes) => whole(status, all, bytes) }
}

/** Null where it is no single range, which then counts for nothing (RFC 9110, 14.2). */
export function rangeIn(header: string, size: number): { from: number; to: number } | "outside" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === "" && match[2] === "")) return null
  const [, first = "", last = ""] = match
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null
  return from >= size || to <= from ? "outside" : { from, to }
}

export function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(",").some((each) => {
    const one = each.trim().replace(/^W\//, "")
    return one === "*" || one === etag
  })
}

/** What does not pay in brotli does not pay at all. */
function formOf({ size, compressedSize }: StoredFile, encoding: Asked["encoding"]): Asked["encoding"] {
  if (encoding === null || compressedSize === null) return null
  return (encoding === "br" ? compressedSize <= PIECE_BYTES : size <= MOST_GZIPPED_BYTES) ? encoding : null
}

/** A copy costs more than the rest of the answer: what is kept in memory is only read. */
function whole(status: number, headers: Record<string, string>, bytes: Buffer): Served {
  const body = bytes as Uint8Array<ArrayBuffer>
  return { status, headers: { ...headers, "content-length": String(bytes.byteLength) }, body }
}
