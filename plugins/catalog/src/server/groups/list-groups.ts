import { containsWords, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract } from "../../contract.ts"
import { groupNotFound } from "../refusals.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { findGroupOverview, listGroups as readPage } from "./group-store.ts"

export const listGroups = implement(catalogContract.listGroups, async (ctx, input) => {
  const condition = containsWords(sql`(g.name || ' ' || g.description)`, input.text)
  return readPage(ctx.tx, input, visibleSystems(ctx), condition)
})

export const getGroup = implement(catalogContract.getGroup, async (ctx, { groupId }) => {
  const group = await findGroupOverview(ctx.tx, groupId, visibleSystems(ctx))
  if (!group) throw groupNotFound(groupId)
  return group
})
