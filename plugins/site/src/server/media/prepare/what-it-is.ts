/** What a file is, told by its content. Its name only says what somebody expects. */
import { fontProblem, movieProblem, webmProblem } from "./whole-files.ts"

export const KINDS = ["picture", "drawing", "video", "sound", "font", "file"] as const
export type MediaKind = (typeof KINDS)[number]

export interface FileType {
  readonly kind: MediaKind
  readonly type: string
  readonly extension: string
}
export type Recognised = FileType | { readonly refused: string }

export function whatItIs(bytes: Buffer, name: string): Recognised {
  const shown = shownName(name)
  if (bytes.length === 0) return { refused: `${shown} is empty. Choose another file.` }
  const found = byBeginning(bytes)
  const expected = EXPECTED[extensionOf(name)]
  if (found && "refused" in found) return { refused: `${shown} ${found.refused}` }
  if (!found && (looksLikeMarkup(bytes) || expected === "page"))
    return {
      refused: `${shown} is a page, a script or a stylesheet. Bring it into the site by an import, not as a file.`,
    }
  const kind = found?.kind ?? "file"
  // A drawing may stand where a picture is expected, and the other way round.
  const same = (one: string) => (one === "drawing" ? "picture" : one)
  if (expected && expected !== "page" && same(expected) !== same(kind))
    return {
      refused: `${shown} is named like a ${expected}, but holds something else. Save it again as a ${expected}.`,
    }
  return found ?? plainFile(bytes, extensionOf(name))
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".")
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase()
}

export function shownName(name: string): string {
  return `"${name.length > 80 ? `${name.slice(0, 79)}…` : name}"`.toWellFormed()
}

/** What people expect of a name. */
const EXPECTED: Readonly<Record<string, MediaKind | "page">> = {
  ...each("png jpg jpeg jpe gif webp bmp tif tiff heic avif ico", "picture"),
  ...each("svg", "drawing"),
  ...each("mp4 m4v mov webm", "video"),
  ...each("mp3 ogg oga opus wav flac m4a", "sound"),
  ...each("woff woff2 ttf otf", "font"),
  ...each("html htm xhtml xht shtml js mjs cjs css php", "page"),
}

function each<T>(names: string, value: T): Record<string, T> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]))
}

function byBeginning(bytes: Buffer): Recognised | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString("latin1") === text
  if (begins("\x89PNG\r\n\x1a\n")) return { kind: "picture", type: "image/png", extension: "png" }
  if (begins("\xff\xd8\xff")) return { kind: "picture", type: "image/jpeg", extension: "jpg" }
  if (begins("GIF87a") || begins("GIF89a")) return { kind: "picture", type: "image/gif", extension: "gif" }
  if (begins("RIFF") && begins("WEBP", 8)) return { kind: "picture", type: "image/webp", extension: "webp" }
  if (begins("RIFF") && begins("WAVE", 8)) return { kind: "sound", type: "audio/wav", extension: "wav" }
  if (begins("\x00\x00\x01\x00") && bytes.length > 22)
    return { kind: "picture", type: "image/x-icon", extension: "ico" }
  if (begins("BM") && bytes.length > 54 && bytes.readUInt32LE(2) === bytes.length) return notTaken("BMP")
  if (begins("II*\0") || begins("MM\0*")) return notTaken("TIFF")
  if (begins("wOF2")) return font(bytes, { kind: "font", type: "font/woff2", extension: "woff2" })
  if (begins("wOFF")) return font(bytes, { kind: "font", type: "font/woff", extension: "woff" })
  if (begins("OTTO")) return font(bytes, { kind: "font", type: "font/otf", extension: "otf" })
  if (begins("\x00\x01\x00\x00") || begins("true"))
    return font(bytes, { kind: "font", type: "font/ttf", extension: "ttf" })
  if (begins("ftyp", 4)) return movie(bytes)
  if (begins("\x1aE\xdf\xa3")) {
    const problem = webmProblem(bytes)
    return problem ? { refused: problem } : { kind: "video", type: "video/webm", extension: "webm" }
  }
  if (begins("OggS")) return { kind: "sound", type: "audio/ogg", extension: "ogg" }
  if (begins("fLaC")) return { kind: "sound", type: "audio/flac", extension: "flac" }
  if (begins("ID3") || (bytes[0] === 0xff && (bytes[1]! & 0xe6) === 0xe2))
    return { kind: "sound", type: "audio/mpeg", extension: "mp3" }
  if (begins("%PDF-")) return { kind: "file", type: "application/pdf", extension: "pdf" }
  if (isDrawing(bytes)) return { kind: "drawing", type: "image/svg+xml", extension: "svg" }
  return null
}

function notTaken(format: string): Recognised {
  return {
    refused: `is a picture in the format ${format}, which not every browser shows. Save it as PNG, JPEG or WebP.`,
  }
}

function font(bytes: Buffer, type: FileType): Recognised {
  const problem = fontProblem(bytes, type.extension)
  return problem ? { refused: problem } : type
}

function movie(bytes: Buffer): Recognised {
  const brand = bytes.subarray(8, 12).toString("latin1")
  if (/^(?:avif|avis)$/.test(brand)) return notTaken("AVIF")
  if (/^(?:heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand)) return notTaken("HEIF")
  const problem = movieProblem(bytes)
  if (problem) return { refused: problem }
  if (brand.startsWith("M4A")) return { kind: "sound", type: "audio/mp4", extension: "m4a" }
  return brand === "qt  "
    ? { refused: "is a QuickTime film, which not every browser shows. Save it as MP4." }
    : { kind: "video", type: "video/mp4", extension: "mp4" }
}

/** The first element is `svg`, behind what XML may say before it. */
function isDrawing(bytes: Buffer): boolean {
  let text = bytes
    .subarray(0, 64 * 1024)
    .toString("utf8")
    .replace(/^\ufeff/, "")
  for (;;) {
    text = text.trimStart()
    const end = text.startsWith("<!--") ? "-->" : text.startsWith("<?") ? "?>" : null
    if (end === null) break
    const at = text.indexOf(end)
    if (at < 0) return false
    text = text.slice(at + end.length)
  }
  if (/^<!doctype\s+svg/i.test(text)) return true
  return /^<(?:svg:)?svg[\s>/]/i.test(text)
}

const MARKUP =
  /^<(?:!doctype|!--|\?xml|html|head|body|script|style|iframe|title|table|div|font|img|link|meta|base|form|object|embed|a|b|p|br|h1|svg|math|template|xsl:)[\s>/]?/i

/** As browsers guess where nobody tells them; such a file has no business among media. */
function looksLikeMarkup(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 2_048)
  const wide = start[0] === 0xff && start[1] === 0xfe ? start.toString("utf16le") : start.toString("latin1")
  return MARKUP.test(wide.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "").trimStart())
}

/** Known by name only, so it is handed out to be kept and never to be shown. */
function plainFile(bytes: Buffer, extension: string): FileType {
  if (["txt", "csv", "md", "json", "ics", "vtt", "srt"].includes(extension) && !bytes.subarray(0, 8_192).includes(0))
    return { kind: "file", type: "text/plain", extension }
  return {
    kind: "file",
    type: "application/octet-stream",
    extension: /^[a-z0-9]{1,8}$/.test(extension) ? extension : "bin",
  }
}
