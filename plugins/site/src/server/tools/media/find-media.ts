import type { Ctx } from "@countersign/core/server"
import { refuse } from "../../../document.ts"
import { findMedia } from "../../media/media-store.ts"
import type { LibraryFile, RunContext } from "../run/runner.ts"

/** A file that the call names, as it was loaded for it. */
export function findMediaIn({ media }: Pick<RunContext, "media">, id: string): LibraryFile {
  const found = media?.get(id)
  if (!found) refuse(`There is no file ${id.slice(0, 60)} in the library. List the media to find the right one.`)
  return found
}

export async function loadMedia(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LibraryFile>> {
  const wanted = ids.filter((id) => id !== "")
  const found = wanted.length > 0 ? await findMedia(ctx.tx, { ids: wanted }) : []
  return new Map(found.map(({ id, name, alt, kind, address }) => [id, { id, name, alt, kind, address }]))
}
