/** In the child: the files of an archive, within bounds. What cannot come along has its sentence, and the rest comes. */
import { type Entry, fromBufferPromise } from "yauzl"

export const ARCHIVE_LIMITS = {
  archiveBytes: 100 * 1024 * 1024,
  entries: 10_000,
  /** Of what is in it, unpacked. */
  bytes: 200 * 1024 * 1024,
  fileBytes: 25 * 1024 * 1024,
  /** Text packs to a twentieth, an empty picture to a hundredth; what packs further is made to burst. */
  ratio: 200,
  depth: 20,
  name: 300,
} as const

export interface ArchiveFile {
  readonly path: string
  readonly bytes: Buffer
}
export interface Archive {
  readonly files: readonly ArchiveFile[]
  readonly dropped: readonly { readonly path: string; readonly reason: string }[]
  readonly bytes: number
}

/** `mostBytes` of what is in it, unpacked. */
export async function readArchive(
  archive: Buffer,
  mostBytes: number = ARCHIVE_LIMITS.bytes,
): Promise<Archive | { readonly refused: string }> {
  let zip: Awaited<ReturnType<typeof fromBufferPromise>>
  try {
    zip = await fromBufferPromise(archive, { lazyEntries: true, decodeStrings: false, autoClose: false })
  } catch {
    return { refused: "This is no zip archive, or it is damaged. Pack the folder again and send that." }
  }
  if (zip.entryCount > ARCHIVE_LIMITS.entries)
    return {
      refused: `The archive has ${zip.entryCount} entries, and ${ARCHIVE_LIMITS.entries} are the most. Import it in parts.`,
    }
  const files: ArchiveFile[] = []
  const dropped: { path: string; reason: string }[] = []
  const seen = new Map<string, string>()
  let left = mostBytes
  try {
    for await (const entry of zip.eachEntry()) {
      const path = nameOf(entry)
      if (path.endsWith("/") || isLitter(path)) continue
      const reason = whyNot(path, entry, seen)
      if (reason !== null) {
        dropped.push({ path: shownPath(path), reason })
        continue
      }
      seen.set(path.toLowerCase(), path)
      const read = await unpack(zip, entry, left)
      if (read === "burst")
        return {
          refused: `The archive holds more than ${mostBytes / 1024 / 1024} MB when it is unpacked, or says less than it holds. Import it in parts.`,
        }
      if (typeof read === "string") dropped.push({ path, reason: read })
      else {
        left -= read.length
        files.push({ path, bytes: read })
      }
    }
  } catch {
    return { refused: "The archive is damaged: its list of files cannot be read. Pack the folder again and send that." }
  }
  return { files: withoutTop(files), dropped, bytes: mostBytes - left }
}

function whyNot(path: string, entry: Entry, seen: ReadonlyMap<string, string>): string | null {
  if (path === "" || path.length > ARCHIVE_LIMITS.name)
    return `Its name has more than ${ARCHIVE_LIMITS.name} characters.`
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "Its name begins at the root of a disk."
  // biome-ignore format: one line for each sign
  if (path.includes("\\") || [...path].some((sign) => sign < " " || sign === "\x7f")) return "Its name holds a sign that no path may hold."
  const parts = path.split("/")
  if (parts.some((part) => part === ".." || part === "." || part === "")) return "Its name leads out of the archive."
  if (parts.length > ARCHIVE_LIMITS.depth) return `It lies more than ${ARCHIVE_LIMITS.depth} folders deep.`
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  if (type === 0o120000) return "It is a link to another file."
  if (type !== 0 && type !== 0o100000) return "It is no file."
  if (entry.isEncrypted()) return "It is locked with a password."
  if (!entry.canDecodeFileData()) return "It is packed in a way that cannot be read here."
  const twin = seen.get(path.toLowerCase())
  if (twin !== undefined)
    return twin === path
      ? "There are two of this name; the first one is taken."
      : `It differs from ${twin} only by capital letters.`
  if (/\.(?:zip|tar|gz|tgz|7z|rar|bz2|xz)$/i.test(path)) return "It is an archive in an archive. Unpack it first."
  if (entry.uncompressedSize > ARCHIVE_LIMITS.fileBytes)
    return `It is larger than ${ARCHIVE_LIMITS.fileBytes / 1024 / 1024} MB, the most one file may have.`
  if (entry.uncompressedSize > 1024 * 1024 && entry.uncompressedSize > entry.compressedSize * ARCHIVE_LIMITS.ratio)
    return "It would burst: it is packed more than two hundred times."
  return null
}

/** Its bytes, counted as they come; what it says of its size is not believed. */
async function unpack(
  zip: Awaited<ReturnType<typeof fromBufferPromise>>,
  entry: Entry,
  left: number,
): Promise<Buffer | "burst" | string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      size += (piece as Buffer).length
      if (size > left) return "burst"
      if (size > ARCHIVE_LIMITS.fileBytes) return "It is larger than it says, and than one file may be."
      pieces.push(piece as Buffer)
    }
  } catch {
    return "It is damaged, or larger or smaller than it says."
  }
  return Buffer.concat(pieces)
}

/** UTF-8 where it says so or is so; else as old archives wrote names, where letters beyond English may come out wrong. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw).normalize("NFC")
  } catch {
    return raw.toString("latin1")
  }
}

function isLitter(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|node_modules)(?:\/|$)/.test(path)
}

function shownPath(path: string): string {
  return (path.length > 120 ? `${path.slice(0, 119)}…` : path).toWellFormed()
}

/** A folder that holds everything is how it was packed, and no part of any address. */
function withoutTop(files: readonly ArchiveFile[]): ArchiveFile[] {
  const first = files[0]?.path
  const top = first?.includes("/") ? first.slice(0, first.indexOf("/") + 1) : null
  if (top === null || !files.every(({ path }) => path.startsWith(top))) return [...files]
  return withoutTop(files.map(({ path, bytes }) => ({ path: path.slice(top.length), bytes })))
}
