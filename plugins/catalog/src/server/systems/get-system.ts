import { implement } from "@countersign/core/server"
import { catalogContract, systemAccess } from "../../contract.ts"
import { systemNotFound } from "../refusals.ts"
import { readReports } from "../status/status-store.ts"
import { findSystem } from "./system-store.ts"

export const getSystem = implement(catalogContract.getSystem, async (ctx, { systemId }) => {
  const system = await findSystem(ctx.tx, systemId)
  if (!system) throw systemNotFound(systemId)
  const manages = async (level: "editor" | "owner") =>
    (await ctx.reachable([systemId], { level, rules: [systemAccess.manage] })).has(systemId)
  return {
    ...system,
    reports: await readReports(ctx.tx, systemId),
    mayManage: await manages("editor"),
    mayDelete: await manages("owner"),
  }
})
