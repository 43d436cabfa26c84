import { InvalidInputError } from "../../errors.ts"

export interface ReadImage {
  mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp"
  bytes: Buffer
  width: number
  height: number
}

/** Anthropic's limits, which are the strictest: 5 MB as base64, 8000 pixels a side. */
const MOST_BASE64 = 5 * 1024 * 1024
const MOST_PIXELS_A_SIDE = 8_000

/** Pictures as they came with a message, judged by their bytes. Throws for the first that a model could not be shown. */
export function readImages(images: readonly { mediaType: string; data: string }[]): ReadImage[] {
  return images.map((image, at) =>
    readImage(image, images.length === 1 ? "The image" : `The ${ORDINALS[at] ?? `${at + 1}th`} image`),
  )
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

function readImage({ mediaType, data }: { mediaType: string; data: string }, which: string): ReadImage {
  const refuse = (sentence: string): never => {
    throw new InvalidInputError(`${which} ${sentence}`, [{ path: "message.images", message: `${which} ${sentence}` }])
  }
  if (data.length > MOST_BASE64)
    refuse(`is too large: ${megabytes(data.length)} MB as base64, and models take 5 MB. Make it smaller.`)
  if (!isBase64(data)) refuse(`is not base64. Send its bytes as base64, without a "data:" prefix.`)
  const bytes = Buffer.from(data, "base64")
  const format = FORMATS.find((one) => one.is(bytes))
  if (!format) return refuse("is not a picture that models can see. Send a PNG, JPEG, GIF or WebP.")
  const declared = mediaType.trim().toLowerCase().replace("image/jpg", "image/jpeg")
  if (declared !== format.mediaType)
    refuse(`says it is ${JSON.stringify(mediaType.slice(0, 50))}, but its bytes are ${format.mediaType}.`)
  const size = format.size(bytes)
  if (!size || size.width < 1 || size.height < 1) return refuse("is damaged: its size cannot be read.")
  if (Math.max(size.width, size.height) > MOST_PIXELS_A_SIDE)
    refuse(`is ${size.width} x ${size.height} pixels, and models take ${MOST_PIXELS_A_SIDE} a side. Make it smaller.`)
  return { mediaType: format.mediaType, bytes, ...size }
}

function isBase64(data: string): boolean {
  return data.length > 0 && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
}

function megabytes(length: number): string {
  return (length / 1024 / 1024).toFixed(1)
}

// Formats

interface Format {
  mediaType: ReadImage["mediaType"]
  is(bytes: Buffer): boolean
  /** From the header; null where there is none. */
  size(bytes: Buffer): { width: number; height: number } | null
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString("latin1", from, to)

const FORMATS: readonly Format[] = [
  {
    mediaType: "image/png",
    is: (bytes) => ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n",
    size: (bytes) =>
      bytes.length >= 24 && ascii(bytes, 12, 16) === "IHDR"
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : null,
  },
  { mediaType: "image/jpeg", is: (bytes) => ascii(bytes, 0, 3) === "\xff\xd8\xff", size: jpegSize },
  {
    mediaType: "image/gif",
    is: (bytes) => /^GIF8[79]a/.test(ascii(bytes, 0, 6)),
    size: (bytes) => (bytes.length >= 10 ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null),
  },
  {
    mediaType: "image/webp",
    is: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP",
    size: webpSize,
  },
]

/** The size stands in the frame header, behind segments of any length. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    // The frame headers are C0 to CF, but for the tables C4, C8 and CC.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else {
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) return null
      at += 2 + length
    }
  }
  return null
}

function webpSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 30) return null
  switch (ascii(bytes, 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case "VP8L": {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
