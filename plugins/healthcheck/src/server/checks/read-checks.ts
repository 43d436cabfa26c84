import { type Ctx, implement, NotFoundError, thingNames } from "@countersign/core/server"
import { bySystem } from "../../contract/access.ts"
import { healthcheckContract } from "../../contract.ts"
import { checkNames, checks, listChecks as listFound } from "./check-store.ts"
import { presentDetail, presentSummaries, presentTargets } from "./present-check.ts"
import { targetsByStatus, targetsOfChecks } from "./target-store.ts"

export const listChecks = implement(healthcheckContract.list, async (ctx, input) => {
  const page = await listFound(ctx, input, input)
  const targets = await targetsOfChecks(ctx, idsOf(page.items))
  return { ...page, items: await presentSummaries(ctx, page.items, targets) }
})

export const getCheck = implement(healthcheckContract.get, async (ctx, { id }) =>
  presentDetail(ctx, await checks.read(ctx, id)),
)

export const readStatus = implement(healthcheckContract.status, async (ctx, { limit, ...asked }) => {
  const found = await targetsByStatus(ctx, { ...asked, limit: limit + 1 })
  const targets = found.slice(0, limit)
  const of = await checkNames(
    ctx.tx,
    targets.map(({ checkId }) => checkId),
  )
  const views = new Map((await presentTargets(ctx, targets)).map((view) => [view.id, view]))
  return {
    // The order of the list is by status; that of the views by name.
    targets: targets.flatMap(({ id, checkId }) => {
      const [view, check] = [views.get(id), of.get(checkId)]
      return view && check ? [{ ...view, ...check }] : []
    }),
    more: found.length > limit,
  }
})

/** What one system can have on its page, as much as a page of the list, where whoever has more finds them. */
const MOST_OF_A_SYSTEM = 50

export const listSystemChecks = implement(healthcheckContract.listSystemChecks, async (ctx, { systemId }) => {
  const reached = await ctx.reachable([systemId], {
    resource: bySystem.parent,
    rules: [bySystem.rules.read],
    level: "viewer",
  })
  // Asked in any case: a system out of reach takes as long as one that is not there.
  const names = await thingNames(ctx, bySystem.parent, [systemId])
  if (!reached.has(systemId) || !names.has(systemId))
    throw new NotFoundError(
      `The system ${systemId} does not exist, or is not yours to see. Find the right one with catalog.listSystems.`,
    )
  const request = { sort: "status", direction: "asc", limit: MOST_OF_A_SYSTEM } as const
  const { items, nextCursor } = await listFound(ctx, request, { systemId })
  const ofSystem = await targetsOfChecks(ctx, idsOf(items), systemId)
  const summaries = await presentSummaries(ctx, items, ofSystem)
  const views = new Map((await presentTargets(ctx, ofSystem)).map((view) => [view.id, view]))
  return {
    checks: summaries.map((summary) => ({
      ...summary,
      targets: ofSystem.filter(({ checkId }) => checkId === summary.id).flatMap(({ id }) => views.get(id) ?? []),
    })),
    more: nextCursor !== null,
    mayAdd: await mayAdd(ctx, systemId),
  }
})

function idsOf(found: readonly { id: string }[]): string[] {
  return found.map(({ id }) => id)
}

async function mayAdd(ctx: Ctx, systemId: string): Promise<boolean> {
  const { parent: resource, rules } = bySystem
  return (await ctx.reachable([systemId], { resource, rules: [rules.manage], level: "editor" })).has(systemId)
}
