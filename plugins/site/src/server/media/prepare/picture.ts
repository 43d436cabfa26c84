/**
 * A picture is drawn anew: what comes out is made of its dots alone, so that no other file, no place where it was taken and
 * nothing that some program would read lies hidden in it.
 */
import sharp, { type Sharp } from "sharp"
import { type FileType, shownName } from "./what-it-is.ts"

export const PICTURE_LIMITS = { pixels: 40_000_000, frames: 500, framePixels: 100_000_000 } as const
/** Of the pictures beside it, from which a browser chooses. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560]

export interface Drawn {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

// By name, whatever libvips learns to read: each of the others has been a way in for somebody.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
})
sharp.cache(false)
sharp.concurrency(1)

export async function drawAnew(
  bytes: Buffer,
  { type }: FileType,
  name: string,
): Promise<(Drawn & { readonly animated: boolean }) | { readonly refused: string }> {
  const shown = shownName(name)
  try {
    const {
      width,
      pageHeight,
      height,
      pages = 1,
      autoOrient,
    } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const tall = pageHeight ?? height
    if (width * tall > PICTURE_LIMITS.pixels)
      return {
        refused: `${shown} has ${width} x ${tall} dots, and ${PICTURE_LIMITS.pixels / 1_000_000} million are the most. Make it smaller and send it again.`,
      }
    if (pages > PICTURE_LIMITS.frames || width * tall * pages > PICTURE_LIMITS.framePixels)
      return { refused: `${shown} has ${pages} pictures of ${width} x ${tall} dots in a row. Save it as a video.` }
    const animated = pages > 1
    const drawn = await encoded(open(bytes, animated).autoOrient(), type).toBuffer({ resolveWithObject: true })
    const turned = autoOrient ?? { width, height: tall }
    return {
      bytes: drawn.data,
      width: animated ? width : turned.width,
      height: animated ? tall : turned.height,
      animated,
    }
  } catch (error) {
    return { refused: `${shown} is damaged or no picture at all${why(error)}. Save it again, and send that.` }
  }
}

/** The picture in smaller, each as WebP, the smallest first. */
export async function* smaller(bytes: Buffer, { width }: Drawn): AsyncGenerator<Drawn> {
  for (const wanted of WIDTHS) {
    if (wanted >= width) return
    const made = open(bytes, false).resize({ width: wanted }).webp({ quality: 80, effort: 2 })
    const { data, info } = await made.toBuffer({ resolveWithObject: true })
    yield { bytes: data, width: info.width, height: info.height }
  }
}

function open(bytes: Buffer, animated: boolean): Sharp {
  return sharp(bytes, {
    limitInputPixels: animated ? PICTURE_LIMITS.framePixels : PICTURE_LIMITS.pixels,
    failOn: "error",
    animated,
  })
}

function encoded(image: Sharp, type: string): Sharp {
  switch (type) {
    case "image/jpeg":
      return image.jpeg({ quality: 90, progressive: true })
    case "image/webp":
      return image.webp({ quality: 90, effort: 2 })
    case "image/gif":
      return image.gif({ effort: 3 })
    default:
      return image.png({ compressionLevel: 8 })
  }
}

function why(error: unknown): string {
  const message = error instanceof Error ? error.message : ""
  return /premature end|truncat|end of (?:file|stream|image)/i.test(message) ? ": its end is missing" : ""
}
