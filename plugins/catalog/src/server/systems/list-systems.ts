import { implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { listSystems as readPage } from "./system-store.ts"
import { matches, visibleSystems } from "./visible-systems.ts"

export const listSystems = implement(catalogContract.listSystems, async (ctx, input) => {
  return readPage(ctx.tx, input, matches(input), visibleSystems(ctx))
})
