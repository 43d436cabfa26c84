/** Files as HTTP has them: conditional requests, parts, compression. */
import type { Ctx } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import type { StoredFile } from "../files/file-store.ts"
import type { ServedSite } from "./served-site.ts"

export interface Asked {
  readonly compressed: boolean
  readonly ifNoneMatch: string | null
  readonly range: string | null
  readonly ifRange: string | null
}

/** What is larger comes in pieces of this size: whole answers are in memory, and a part may be shorter than was asked for. */
export const PIECE_BYTES = 1024 * 1024

export async function answerFile(
  ctx: Ctx,
  site: ServedSite,
  { file, status, headers, asked }: { file: StoredFile; status: number; headers: Record<string, string>; asked: Asked },
): Promise<Served> {
  const range = status === 200 && asked.range !== null ? rangeIn(asked.range, file.size) : null
  const plainTag = `"${file.hash.slice(0, 32)}"`
  const isCompressed = range === null && asked.compressed && file.compressedSize !== null
  const etag = isCompressed ? `"${file.hash.slice(0, 32)}-br"` : plainTag
  const all = {
    ...headers,
    "content-type": file.type,
    etag,
    ...(file.compressedSize !== null && { vary: "accept-encoding" }),
    ...(isCompressed && { "content-encoding": "br" }),
    ...(status === 200 && { "accept-ranges": "bytes" }),
  }
  if (status === 200 && matches(asked.ifNoneMatch, etag)) return { status: 304, headers: all, body: null }
  if (range === "outside")
    return { status: 416, headers: { ...headers, "content-range": `bytes */${file.size}` }, body: null }
  if (range && (asked.ifRange === null || asked.ifRange === plainTag)) {
    const to = Math.min(range.to, range.from + PIECE_BYTES)
    const body = await site.bytesOf(ctx, file, { from: range.from, to })
    const contentRange = `bytes ${range.from}-${to - 1}/${file.size}`
    return { status: 206, headers: { ...all, "content-range": contentRange }, body: sent(body) }
  }
  return { status, headers: all, body: sent(await site.bytesOf(ctx, file, { compressed: isCompressed })) }
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

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(",").some((each) => {
    const one = each.trim().replace(/^W\//, "")
    return one === "*" || one === etag
  })
}

/** A copy costs more than the rest of the answer: what is kept in memory is only read. */
function sent(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>
}
