import type { Ctx } from "@countersign/core/server"
import type { PictureFacts } from "../../render/media/picture-attributes.ts"
import { findMedia } from "../media/media-store.ts"

/** Where a file of the library is served, by its id; null where there is none. */
export type MediaAddresses = (media: string) => string | null

export interface MediaFacts {
  readonly addresses: MediaAddresses
  readonly pictures: ReadonlyMap<string, PictureFacts>
}

export async function mediaFacts(ctx: Ctx): Promise<MediaFacts> {
  const media = await findMedia(ctx.tx)
  const known = new Map(media.map(({ id, address }) => [id, address]))
  const pictures = media
    .filter(({ kind }) => kind === "picture" || kind === "drawing")
    .map(({ address, alt, width, height, sizes }): [string, PictureFacts] => [
      address,
      { address, alt, width, height, sizes },
    ])
  return { addresses: (id) => known.get(id) ?? null, pictures: new Map(pictures) }
}
