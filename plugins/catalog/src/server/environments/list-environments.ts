import { containsWords, implement, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract } from "../../contract.ts"
import { environmentNotFound } from "../refusals.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { findEnvironmentOverview, listEnvironments as readPage } from "./environment-store.ts"

export const listEnvironments = implement(catalogContract.listEnvironments, async (ctx, input) => {
  const named = containsWords(sql`(e.name || ' ' || e.description)`, input.text) ?? sql`true`
  const among = input.environmentIds ? sql`e.id = ANY(${uuids(input.environmentIds)})` : sql`true`
  return readPage(ctx.tx, input, visibleSystems(ctx), sql`${named} AND ${among}`)
})

export const getEnvironment = implement(catalogContract.getEnvironment, async (ctx, { environmentId }) => {
  const environment = await findEnvironmentOverview(ctx.tx, environmentId, visibleSystems(ctx))
  if (!environment) throw environmentNotFound(environmentId)
  return environment
})
