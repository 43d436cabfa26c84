/** In the child: a file as it may be kept, and of a picture the smaller ones beside it. */
import type { Answer, Frame } from "../../apart/frames.ts"
import { cleanDrawing } from "./drawing.ts"
import { pictureOfIcon } from "./icon.ts"
import { drawAnew, smaller } from "./picture.ts"
import { type FileType, shownName, whatItIs } from "./what-it-is.ts"

export async function prepareMedia({ message, blobs }: Frame, answer: Answer): Promise<void> {
  const names = message.names as string[]
  for (const [at, bytes] of blobs.entries()) await prepareOne(at, names[at]!, bytes, message.sizes === true, answer)
}

async function prepareOne(at: number, name: string, bytes: Buffer, sizes: boolean, answer: Answer): Promise<void> {
  const found = whatItIs(bytes, name)
  if ("refused" in found) return answer({ message: { type: "refused", at, reason: found.refused }, blobs: [] })
  const say = (
    type: FileType,
    kept: Buffer,
    more: { width?: number; height?: number; notes?: readonly string[] } = {},
  ) =>
    answer({
      message: {
        type: "file",
        at,
        kind: type.kind,
        mime: type.type,
        extension: type.extension,
        width: more.width ?? null,
        height: more.height ?? null,
        notes: more.notes ?? [],
      },
      blobs: [kept],
    })
  if (found.kind === "drawing") {
    const drawing = cleanDrawing(bytes, name)
    if ("refused" in drawing) return answer({ message: { type: "refused", at, reason: drawing.refused }, blobs: [] })
    return say(found, drawing.bytes, drawing)
  }
  if (found.kind !== "picture") return say(found, bytes)
  const { picture, type } = await drawable(bytes, found)
  const drawn = picture
    ? await drawAnew(picture, type, name)
    : { refused: `${shownName(name)} is an icon that cannot be read. Save it as PNG and send that.` }
  if ("refused" in drawn) return answer({ message: { type: "refused", at, reason: drawn.refused }, blobs: [] })
  await say(type, drawn.bytes, { width: drawn.width, height: drawn.height })
  // What is drawn already is kept, should the smaller ones take too long.
  if (sizes && !drawn.animated)
    for await (const one of smaller(drawn.bytes, drawn))
      await answer({ message: { type: "size", at, width: one.width, height: one.height }, blobs: [one.bytes] })
}

async function drawable(bytes: Buffer, type: FileType): Promise<{ picture: Buffer | null; type: FileType }> {
  if (type.type !== "image/x-icon") return { picture: bytes, type }
  return { picture: await pictureOfIcon(bytes), type: { kind: "picture", type: "image/png", extension: "png" } }
}
