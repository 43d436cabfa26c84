import { catalogContract, type StatusTimeline } from "@countersign/catalog/contract"
import { implement } from "@countersign/core/server"
import { healthcheckContract } from "../../../contract.ts"
import { usualRanges } from "../uptime.ts"

/** A system is up by the time of its status, whatever reported it; a check by its runs. */
export const systemUptime = implement(healthcheckContract.systemUptime, async (ctx, { systemId }) => {
  // Whoever does not reach the system is refused by the catalog below, in its words.
  await ctx.reachable([systemId], { resource: "catalog.system", level: "viewer" })
  const now = (await ctx.now()).getTime()
  const told = { day: null, week: null, month: null, quarter: null } as Record<
    "day" | "week" | "month" | "quarter",
    number | null
  >
  for (const [name, { from, to }] of Object.entries(usualRanges({ now }))) {
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const { totals } = await ctx.call(catalogContract.getStatusTimeline, { systemId, ...range, maxSegments: 10 })
    told[name as keyof typeof told] = shareUp(totals)
  }
  return told
})

/** Maintenance, and time of which nothing is known, are in no uptime. */
function shareUp(totals: StatusTimeline["totals"]): number | null {
  const seconds = (...statuses: string[]) =>
    totals.reduce((sum, one) => sum + (statuses.includes(one.status ?? "") ? one.seconds : 0), 0)
  const known = seconds("healthy", "degraded", "unhealthy")
  return known === 0 ? null : seconds("healthy", "degraded") / known
}
