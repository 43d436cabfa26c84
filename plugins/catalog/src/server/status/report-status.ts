import { type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { catalogContract, type StatusReport, statusAccess, statusChanged } from "../../contract.ts"
import { systemNotFound } from "../refusals.ts"
import { dropReport, putReport, readReports, readStatus, recordChange } from "./status-store.ts"

export const reportStatus = implement(catalogContract.reportStatus, async (ctx, input) => {
  const { systemId, source, status, reason, link } = input
  demandOwnSource(ctx, source)
  await ctx.lock(`status:${systemId}`)
  const system = await readStatus(ctx.tx, systemId)
  if (!system) throw systemNotFound(systemId)
  const reports = await readReports(ctx.tx, systemId)
  const old = reports.find((report) => report.source === source) ?? null
  const at = (await ctx.now()).toISOString()
  const report = status && { source, status, reason, link, since: old?.status === status ? old.since : at }
  // Checks report after every run: what says nothing new writes nothing.
  if (sameReport(old, report)) return { systemId, status: system.status, since: system.since, reports }

  if (report) await putReport(ctx.tx, systemId, report)
  else await dropReport(ctx.tx, systemId, source)
  const now = await readReports(ctx.tx, systemId)
  const worst = now[0] ?? null
  if ((worst?.status ?? null) !== system.status) {
    const cause = worst ?? { status: null, source, reason, link }
    await recordChange(ctx.tx, systemId, { ...cause, at })
    await ctx.emit(statusChanged, {
      systemId,
      systemName: system.name,
      before: system.status,
      after: cause.status,
      source: cause.source,
      reason: cause.reason,
      at,
    })
  }
  ctx.audit({
    thing: { type: "catalog.system", id: systemId, name: system.name },
    before: old,
    after: report ?? { source, status: null, reason },
    wroteOn: report ? [{ type: statusAccess.report.resource, id: `${systemId}:${source}` }] : [],
  })
  ctx.signal("catalog.system", [systemId])
  const current = await readStatus(ctx.tx, systemId)
  return { systemId, status: current?.status ?? null, since: current?.since ?? null, reports: now }
})

/** Whose words a report holds is told by what it was reported for, so nobody speaks in a plugin's place. */
function demandOwnSource({ principal, frame }: Ctx, source: string): void {
  const [plugin = ""] = source.split(":")
  const isPlugins = frame.runtime.plugins.some(({ id }) => id === plugin)
  if (isPlugins && frame.outermost === frame && principal.kind !== "service")
    throw new InvalidInputError(`Reports as "${plugin}" come from what this product itself knows of.`, [
      { path: "source", message: `Choose another name than "${plugin}" for where the report comes from.` },
    ])
}

function sameReport(old: StatusReport | null, report: StatusReport | null): boolean {
  if (!old || !report) return old === report
  return old.status === report.status && old.reason === report.reason && old.link === report.link
}
