import type { Ctx } from "@countersign/core/server"
import { findMedia } from "../media/media-store.ts"

/** Where a file of the library is served, by its id; null where there is none. */
export type MediaAddresses = (media: string) => string | null

export async function mediaAddresses(ctx: Ctx): Promise<MediaAddresses> {
  const known = new Map((await findMedia(ctx.tx)).map(({ id, address }) => [id, address]))
  return (media) => known.get(media) ?? null
}
