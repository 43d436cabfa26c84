import { defineContract, procedure } from "@countersign/core/contract"
import { implement, type ThingKind } from "@countersign/core/server"
import { z } from "zod"
import { documentAccess } from "../contract.ts"
import { namesSeen } from "./names-seen.ts"
import { titlesOf } from "./part-store.ts"

// A verb that no door offers: only a verb knows what a caller may see.
const { nameDocuments } = defineContract("site", {
  nameDocuments: procedure({
    summary: "Tell what documents are called.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ keys: z.array(z.string().max(200)).max(1_000) }),
    output: z.object({ titles: z.record(z.string(), z.string()) }),
  }),
})
const readTitles = implement(nameDocuments, async (ctx, { keys }) => ({
  titles: Object.fromEntries(await titlesOf(ctx.tx, keys)),
}))

/** Pages, templates and components, as `page:home`; tools name a page by its bare id, which it keeps as a template. */
export const documentThing: ThingKind = {
  type: documentAccess.read.resource,
  async namesOf(caller, ids) {
    const keysFor = (id: string) => (id.includes(":") ? [id] : [`page:${id}`, `template:${id}`])
    // What no document can be called is not asked for: a model may pass anything.
    const keys = ids.flatMap(keysFor).filter((key) => KEY.test(key))
    if (keys.length === 0) return new Map()
    const titles = await namesSeen(async () => (await readTitles(caller, { keys })).titles)
    return new Map(
      ids.flatMap((id) => {
        const title = keysFor(id).flatMap((key) => titles.get(key) ?? [])[0]
        return title === undefined ? [] : [[id, title] as const]
      }),
    )
  },
}

const KEY = /^(?:page|template|visualComponent):[\w.-]{1,60}$/
