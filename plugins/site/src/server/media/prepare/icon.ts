/** The largest picture of an icon file: a PNG as it stands, or the dots of a bitmap. */
import sharp from "sharp"

/** As PNG; null where there is none that can be read. */
export async function pictureOfIcon(bytes: Buffer): Promise<Buffer | null> {
  const count = bytes.readUInt16LE(4)
  let best: { area: number; at: number; size: number } | null = null
  for (let entry = 0; entry < Math.min(count, 50); entry += 1) {
    const at = 6 + entry * 16
    if (at + 16 > bytes.length) return null
    const area = (bytes[at] || 256) * (bytes[at + 1] || 256)
    const size = bytes.readUInt32LE(at + 8)
    const from = bytes.readUInt32LE(at + 12)
    if (from + size <= bytes.length && size > 40 && (!best || area > best.area)) best = { area, at: from, size }
  }
  if (!best) return null
  const image = bytes.subarray(best.at, best.at + best.size)
  if (image.subarray(1, 4).toString("latin1") === "PNG") return image
  return bitmapOf(image)
}

/** Rows from the bottom up, blue first; four bytes a dot, or three and a mask of what is clear. */
async function bitmapOf(image: Buffer): Promise<Buffer | null> {
  const header = image.readUInt32LE(0)
  const width = image.readInt32LE(4)
  const height = image.readInt32LE(8) / 2
  const bits = image.readUInt16LE(14)
  if (header < 40 || width < 1 || width > 256 || height < 1 || height > 256 || !Number.isInteger(height)) return null
  if (bits !== 32 && bits !== 24) return null
  const row = Math.ceil((width * bits) / 32) * 4
  const maskRow = Math.ceil(width / 32) * 4
  const maskAt = header + row * height
  if (maskAt > image.length) return null
  const dots = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = header + (height - 1 - y) * row + (x * bits) / 8
      const to = (y * width + x) * 4
      const mask = image[maskAt + (height - 1 - y) * maskRow + (x >> 3)] ?? 0
      const clear = ((mask >> (7 - (x & 7))) & 1) === 1
      dots[to] = image[from + 2]!
      dots[to + 1] = image[from + 1]!
      dots[to + 2] = image[from]!
      dots[to + 3] = bits === 32 ? image[from + 3]! : clear ? 0 : 255
    }
  }
  return sharp(dots, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
