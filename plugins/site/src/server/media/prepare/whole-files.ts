/**
 * Formats that nobody here can write anew, looked at from the first byte to the last: what follows behind their end, or lies
 * between their parts, makes a file two things at once.
 */

const TWO_THINGS = "holds something behind its end. Save it again with the program it was made by."
const BROKEN = "is damaged. Save it again, and send that."

/** Null for a font whose tables lie in the file and fill it. */
export function fontProblem(bytes: Buffer, extension: string): string | null {
  if (extension === "woff" || extension === "woff2") {
    if (bytes.length < 44) return BROKEN
    const length = bytes.readUInt32BE(8)
    if (length > bytes.length) return BROKEN
    if (length < bytes.length) return TWO_THINGS
    return extension === "woff"
      ? tablesProblem(bytes, { count: bytes.readUInt16BE(12), at: 44, row: 20, offset: 4, size: 8 })
      : null
  }
  if (bytes.length < 12) return BROKEN
  return tablesProblem(bytes, { count: bytes.readUInt16BE(4), at: 12, row: 16, offset: 8, size: 12 })
}

/** Beyond the last table there may be its padding, metadata of WOFF, a signature; not a whole other file. */
const MOST_BEHIND = 64 * 1024

function tablesProblem(
  bytes: Buffer,
  { count, at, row, offset, size }: { count: number; at: number; row: number; offset: number; size: number },
): string | null {
  if (count === 0 || at + count * row > bytes.length) return BROKEN
  let end = at + count * row
  for (let table = 0; table < count; table += 1) {
    const from = bytes.readUInt32BE(at + table * row + offset)
    const length = bytes.readUInt32BE(at + table * row + size)
    if (from + length > bytes.length) return BROKEN
    end = Math.max(end, from + length)
  }
  const allowed = row === 20 ? MOST_BEHIND : 3
  return bytes.length - end > allowed ? TWO_THINGS : null
}

const MOST_BOXES = 10_000
const KNOWN_BOXES = new Set(
  "ftyp moov mdat free skip wide moof mfra sidx styp pdin meta uuid ssix emsg prft udta meco mere".split(" "),
)

/** MP4: boxes, one behind the other, up to the last byte. */
export function movieProblem(bytes: Buffer): string | null {
  let at = 0
  let hasContent = false
  for (let count = 0; at < bytes.length; count += 1) {
    if (count > MOST_BOXES || at + 8 > bytes.length) return at === 0 ? BROKEN : TWO_THINGS
    const name = bytes.subarray(at + 4, at + 8).toString("latin1")
    if (!KNOWN_BOXES.has(name)) return TWO_THINGS
    let size = bytes.readUInt32BE(at)
    if (size === 1) {
      if (at + 16 > bytes.length) return BROKEN
      size = Number(bytes.readBigUInt64BE(at + 8))
    } else if (size === 0) size = bytes.length - at
    if (size < 8 || at + size > bytes.length) return BROKEN
    if (name === "moov" || name === "moof") hasContent = true
    at += size
  }
  return hasContent ? null : BROKEN
}

const SEGMENT = 0x18538067
const KNOWN_ELEMENTS = new Set([0x1a45dfa3, SEGMENT, 0xec, 0xbf])

/** WebM: a header that says so, and one segment up to the last byte. */
export function webmProblem(bytes: Buffer): string | null {
  if (!bytes.subarray(0, 64).includes("webm"))
    return "is a film in a format that not every browser shows. Save it as MP4 or WebM."
  let at = 0
  let hasContent = false
  for (let count = 0; at < bytes.length; count += 1) {
    const id = numberAt(bytes, at, false)
    if (!id || count > MOST_BOXES) return BROKEN
    if (!KNOWN_ELEMENTS.has(id.value)) return TWO_THINGS
    const size = numberAt(bytes, at + id.length, true)
    if (!size) return BROKEN
    if (id.value === SEGMENT) hasContent = true
    // Of unknown size: to the end.
    if (size.unknown) return hasContent ? null : BROKEN
    at += id.length + size.length + size.value
    if (at > bytes.length) return BROKEN
  }
  return hasContent ? null : BROKEN
}

/** EBML: the zeros before the first bit that is set tell how many bytes it has. */
function numberAt(
  bytes: Buffer,
  at: number,
  isSize: boolean,
): { value: number; length: number; unknown: boolean } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  let value = isSize ? first & (0xff >> length) : first
  let full = isSize && value === 0xff >> length
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next]!
    full &&= byte === 0xff
    value = value * 256 + byte
  }
  return { value, length, unknown: full }
}
