import { type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, statusAccess } from "../../contract.ts"
import { environmentNotFound, systemNotFound } from "../refusals.ts"
import { readReports, readStatus } from "./status-store.ts"
import { ownSource, takeReports } from "./take-reports.ts"

export const reportStatus = implement(catalogContract.reportStatus, async (ctx, input) => {
  const { systemId, environmentId, status, reason, link } = input
  const source = ownSource(ctx, input.source)
  if (environmentId && status) await demandEnvironment(ctx, systemId, environmentId)
  const { replaced } = await takeReports(ctx, [{ ...input, source, inherited: false }])
  for (const { name, before } of replaced)
    ctx.audit({
      thing: { type: "catalog.system", id: systemId, name },
      before,
      after: { source, environmentId, status, reason, ...(status && { link }) },
      wroteOn: status ? [{ type: statusAccess.report.resource, id: `${systemId}:${source}` }] : [],
    })
  const current = await readStatus(ctx.tx, systemId)
  if (!current) throw systemNotFound(systemId)
  const { status: now, since } = current
  return { systemId, status: now, since, reports: await readReports(ctx.tx, systemId) }
})

async function demandEnvironment(ctx: Ctx, systemId: string, environmentId: string): Promise<void> {
  const { rowCount } = await ctx.tx.execute(sql`SELECT 1 FROM catalog.system_environment
    WHERE system_id = ${systemId}::uuid AND environment_id = ${environmentId}::uuid`)
  if (rowCount === 0) throw environmentNotFound(environmentId)
}
