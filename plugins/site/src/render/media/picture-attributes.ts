/** What a page says of a picture of the library, besides what its author wrote. */
import type { Attribute } from "../../document/tree/node.ts"

export interface PictureFacts {
  readonly address: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
  /** The smallest first. */
  readonly sizes: readonly { readonly width: number; readonly address: string }[]
}

/** Beyond it the smaller ones are enough, however dense a screen is. */
const WIDEST_WHOLE = 2_560

/** Attributes of an `img`: room for the picture before it is there, and smaller ones for smaller screens. What the author says stays. */
export function pictureAttributes(
  attributes: readonly Attribute[],
  { address, alt, width, height, sizes }: PictureFacts,
): readonly Attribute[] {
  const has = (name: string) => attributes.some(([one]) => one === name)
  const added: Attribute[] = []
  if (width !== null && height !== null && !has("width") && !has("height"))
    added.push(["width", String(width)], ["height", String(height)])
  if (width !== null && sizes.length > 0 && !has("srcset")) {
    const whole = width <= WIDEST_WHOLE ? [{ width, address }] : []
    added.push(["srcset", [...sizes, ...whole].map((one) => `${one.address} ${one.width}w`).join(", ")])
    if (!has("sizes")) added.push(["sizes", `(max-width: ${width}px) 100vw, ${width}px`])
  }
  if (!has("alt")) added.push(["alt", alt])
  return added.length === 0 ? attributes : [...attributes, ...added]
}
