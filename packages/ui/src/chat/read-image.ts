export type ChatImage = { mediaType: string /** Base64. */; data: string }

/** What models take. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"]
export const MOST_IMAGES = 8

// Providers shrink what is larger, and a message with eight of them must fit into 8 MiB.
const LONGEST_SIDE = 1_568
const MOST_BYTES = 640 * 1024

/** A picture from the clipboard or a file, small enough to be sent. Fails with a sentence. */
export async function readImage(file: Blob & { name?: string }): Promise<ChatImage> {
  const name = file.name ? `"${file.name}"` : "The picture"
  if (!IMAGE_TYPES.includes(file.type)) throw new Error(`${name} is no PNG, JPEG, WebP or GIF picture.`)
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`${name} cannot be read as a picture.`)
  })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const small = scale === 1 && file.size <= MOST_BYTES ? file : await redraw(bitmap, scale)
  bitmap.close()
  return { mediaType: small.type, data: await toBase64(small) }
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext("2d")
  if (!context) throw new Error("This browser cannot make the picture smaller. Attach a smaller one.")
  // JPEG knows no transparency: what is clear in a screenshot shall be white, not black.
  context.fillStyle = "#fff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality))
    if (blob && (blob.size <= MOST_BYTES || quality === 0.5)) return blob
  }
  throw new Error("The picture could not be made smaller. Attach a smaller one.")
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""))
    reader.onerror = () => reject(new Error("The picture could not be read. Attach it again."))
    reader.readAsDataURL(blob)
  })
}
