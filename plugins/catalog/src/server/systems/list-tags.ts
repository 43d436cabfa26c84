import { implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { countTags } from "./system-store.ts"
import { visibleSystems } from "./visible-systems.ts"

export const listTags = implement(catalogContract.listTags, async (ctx, { text, limit }) => {
  return { tags: await countTags(ctx.tx, { text, limit }, visibleSystems(ctx)) }
})
