import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants } from "node:zlib"

const compress = promisify(brotliCompress)

/** Below it the headers weigh more than what is saved. */
const LEAST_BYTES = 256
/** What saves less is not worth a second copy. */
const WORTH_IT = 0.9
/** Pages are made by the thousand: 5 takes a tenth of the time of 11 and a tenth more bytes. Larger files take too long at 9. */
const QUALITY = 5

/**
 * Up to here it is done at once, in less than a millisecond: of a page of 2 KB another thread took 465 µs of processor
 * time, most of it for memory that it gave back each time, and this one takes 45.
 */
const AT_ONCE_BYTES = 16_384

/** The brotli form of a file, or null where it does not pay. */
export async function compressed(type: string, bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.byteLength < LEAST_BYTES || !isText(type)) return null
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  }
  const made =
    bytes.byteLength <= AT_ONCE_BYTES
      ? brotliCompressSync(bytes, { ...options, chunkSize: bytes.byteLength })
      : await compress(bytes, options)
  return made.byteLength < bytes.byteLength * WORTH_IT ? made : null
}

function isText(type: string): boolean {
  const [bare = ""] = type.split(";", 1)
  return bare.startsWith("text/") || TEXTS.has(bare)
}
const TEXTS = new Set([
  "application/javascript",
  "application/json",
  "application/manifest+json",
  "application/xml",
  "application/atom+xml",
  "image/svg+xml",
  "font/ttf",
  "font/otf",
])
