import { implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { ownSource, takeReports } from "./take-reports.ts"

export const reportStatuses = implement(catalogContract.reportStatuses, async (ctx, { reports }) => {
  const { moved } = await takeReports(
    ctx,
    reports.map((report) => ({ ...report, source: ownSource(ctx, report.source) })),
  )
  return { changed: moved.map(({ systemId, before, after }) => ({ systemId, before, after })) }
})
