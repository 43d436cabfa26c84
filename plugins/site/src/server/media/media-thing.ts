import { defineContract, procedure } from "@countersign/core/contract"
import { implement, type ThingKind } from "@countersign/core/server"
import { z } from "zod"
import { mediaAccess } from "../../contract.ts"
import { namesSeen } from "../names-seen.ts"
import { findMedia } from "./media-store.ts"

// A verb that no door offers: only a verb knows what a caller may see.
const { nameMedia } = defineContract("site", {
  nameMedia: procedure({
    summary: "Tell what files of the library are called.",
    effect: "read",
    access: mediaAccess.read,
    input: z.object({ ids: z.array(z.string().max(60)).max(1_000) }),
    output: z.object({ names: z.record(z.string(), z.string()) }),
  }),
})
const readNames = implement(nameMedia, async (ctx, { ids }) => ({
  names: Object.fromEntries((await findMedia(ctx.tx, { ids })).map(({ id, name }) => [id, name])),
}))

export const mediaThing: ThingKind = {
  type: mediaAccess.read.resource,
  async namesOf(caller, ids) {
    // What no file can be called is not asked for: a model may pass anything.
    const known = ids.filter((id) => /^[0-9a-z]{1,20}$/.test(id))
    if (known.length === 0) return new Map()
    return namesSeen(async () => (await readNames(caller, { ids: known })).names)
  },
}
