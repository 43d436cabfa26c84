import { createHash } from "node:crypto"
import { StartError } from "../embedded/start-error.ts"

/**
 * The file of a backup, from first byte to last:
 *
 *     one line of JSON                 BackupHeader
 *     gzip of frames                   kind (1 byte), length (4 bytes), content
 *         table                        JSON: BackupTable
 *           rows *                     COPY's text format, in UTF-8
 *         ...
 *         sequences                    JSON: BackupSequence[]
 *     newline, 64 hex digits, newline  SHA-256 of everything above
 */
export interface BackupHeader {
  format: "countersign-backup"
  formatVersion: 1
  /** Of the product that wrote it. */
  version: string
  migrations: string[]
  createdAt: string
}

export interface BackupTable {
  schema: string
  name: string
  columns: string[]
  /** Of a partitioned table, whose rows stand under its own name: what to make before they are loaded. */
  partitions?: BackupPartition[]
}

export interface BackupPartition {
  schema: string
  name: string
  /** As in CREATE TABLE ... PARTITION OF. */
  bounds: string
}

export interface BackupSequence {
  schema: string
  name: string
  /** The next number it gives. */
  next: string
}

export const FRAME = { table: 1, rows: 2, sequences: 3 } as const
type FrameKind = (typeof FRAME)[keyof typeof FRAME]

export interface Frame {
  kind: FrameKind
  content: Buffer
}

const CHECKSUM_BYTES = 66
const LONGEST_HEADER = 4 * 1024 * 1024
// Far above what we write (64 KB of rows and one row); a damaged length must not ask for gigabytes.
const LONGEST_FRAME = 1024 * 1024 * 1024

export function encodeFrame(kind: FrameKind, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(kind)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

export async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  let wanted = 5
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (rest.length + size < wanted) continue
    rest = Buffer.concat([rest, ...pieces])
    pieces = []
    size = 0
    let at = 0
    while (rest.length - at >= 5) {
      const length = rest.readUInt32BE(at + 1)
      if (length > LONGEST_FRAME) throw damaged()
      if (rest.length - at < 5 + length) break
      yield { kind: rest.readUInt8(at) as FrameKind, content: rest.subarray(at + 5, at + 5 + length) }
      at += 5 + length
    }
    rest = rest.subarray(at)
    wanted = rest.length >= 5 ? 5 + rest.readUInt32BE(1) : 5
  }
  if (rest.length + size > 0) throw damaged()
}

/** Adds the header before the compressed frames and the checksum after them. */
export async function* sealBackup(header: BackupHeader, compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256")
  const line = Buffer.from(`${JSON.stringify(header)}\n`)
  hash.update(line)
  yield line
  for await (const piece of compressed) {
    hash.update(piece)
    yield piece
  }
  yield Buffer.from(`\n${hash.digest("hex")}\n`)
}

/** Takes apart what sealBackup made. Whether it is whole is known only after the last piece of `compressed`. */
export async function openBackup(source: AsyncIterable<Buffer>): Promise<{
  header: BackupHeader
  compressed: AsyncGenerator<Buffer>
  isWhole(): boolean
}> {
  const pieces = source[Symbol.asyncIterator]()
  let read: Buffer = Buffer.alloc(0)
  while (!read.includes(10)) {
    const { value, done } = await pieces.next()
    if (done || read.length > LONGEST_HEADER) throw notABackup()
    read = Buffer.concat([read, value])
  }
  const line = read.subarray(0, read.indexOf(10) + 1)
  const header = parseHeader(line.toString())
  const hash = createHash("sha256").update(line)
  let whole = false

  async function* compressed(): AsyncGenerator<Buffer> {
    // The last bytes are the checksum, so that many are always held back.
    let held = read.subarray(line.length)
    for (;;) {
      if (held.length > CHECKSUM_BYTES) {
        const piece = held.subarray(0, held.length - CHECKSUM_BYTES)
        held = held.subarray(piece.length)
        hash.update(piece)
        yield piece
      }
      const { value, done } = await pieces.next()
      if (done) break
      held = Buffer.concat([held, value])
    }
    whole = held.toString() === `\n${hash.digest("hex")}\n`
  }
  return { header, compressed: compressed(), isWhole: () => whole }
}

export function damaged(): StartError {
  return new StartError(
    "The backup is incomplete or was altered: its checksum does not match. Nothing was changed. Use another copy of it, or an older backup.",
  )
}

function parseHeader(line: string): BackupHeader {
  let header: Partial<Omit<BackupHeader, "formatVersion">> & { formatVersion?: number }
  try {
    header = JSON.parse(line)
  } catch {
    throw notABackup()
  }
  if (header.format !== "countersign-backup" || !Array.isArray(header.migrations)) throw notABackup()
  if (header.formatVersion !== 1) {
    throw new StartError(
      `The backup was written by Countersign ${header.version} in a newer format. Restore it with that version or a later one.`,
    )
  }
  return header as BackupHeader
}

function notABackup(): StartError {
  return new StartError("This file is not a backup of Countersign. Give the file that `countersign backup` wrote.")
}
