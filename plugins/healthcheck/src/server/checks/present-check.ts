import type { Named } from "@countersign/core/contract"
import { type Ctx, thingNames } from "@countersign/core/server"
import { bySystem, checkAccess } from "../../contract/access.ts"
import type { Check, CheckDetail, CheckSummary, TargetView } from "../../contract/check.ts"
import { TARGET_STATUSES, type TargetStatus } from "../../contract/status-rule.ts"
import { hourlyDurations } from "../history/hourly-durations.ts"
import { uptimeOf, usualRanges } from "../history/uptime.ts"
import { type CheckRecord, checks, type FoundCheck } from "./check-store.ts"
import { strategyTitle } from "./judge-draft.ts"
import { type TargetRecord, targetsOfChecks } from "./target-store.ts"

/** A check as the caller may see it: systems and environments by name, systems out of sight only counted. */
export async function presentCheck(ctx: Ctx, found: FoundCheck): Promise<Check> {
  const [parents] = await checks.shownParents(ctx, [found])
  const { shown, hidden } = parents!
  const { inherited, systemIds, assignments, ...check } = found
  const names = await environmentNames(
    ctx,
    assignments.flatMap(({ environmentIds }) => environmentIds ?? []),
  )
  const known = new Map(assignments.map((one) => [one.systemId, one]))
  return {
    ...check,
    strategyTitle: strategyTitle(ctx, check.strategyId),
    assignments: shown.map((system) => {
      const { environmentIds, statusRule } = known.get(system.id)!
      return { system, environments: environmentIds?.map(names) ?? null, statusRule }
    }),
    hiddenSystemCount: hidden,
  }
}

export async function presentDetail(ctx: Ctx, found: FoundCheck): Promise<CheckDetail> {
  const targets = await targetsOfChecks(ctx, [found.id])
  return {
    ...(await presentCheck(ctx, found)),
    ...overall(targets),
    targets: await presentTargets(ctx, targets),
    uptime: (await uptimeOf(ctx.tx, new Map([[found.id, idsOf(targets)]]), usualRanges)).get(found.id)!,
    mayChange: found.inherited.mayChange,
    mayReadDetails: await mayReadDetails(ctx, found),
  }
}

async function mayReadDetails(ctx: Ctx, { inherited: { reachedIds } }: FoundCheck): Promise<boolean> {
  const within = { resource: bySystem.parent, rules: [checkAccess.details], level: "viewer" } as const
  return (await ctx.reachable(reachedIds, within)).size > 0
}

/** @param all the targets whose status, runs and uptime are summed up: a system's page tells of that system alone. */
export async function presentSummaries(
  ctx: Ctx,
  found: readonly FoundCheck[],
  all: readonly TargetRecord[],
): Promise<CheckSummary[]> {
  const targets = Map.groupBy(all, ({ checkId }) => checkId)
  const parents = await checks.shownParents(ctx, found)
  const groups = new Map(found.map(({ id }) => [id, idsOf(targets.get(id) ?? [])]))
  const uptimes = await uptimeOf(ctx.tx, groups, (horizon) => ({ day: usualRanges(horizon).day }))
  const durations = await hourlyDurations(ctx.tx, groups)
  return found.map((check, at) => ({
    ...summary(ctx, check, parents[at]!, targets.get(check.id) ?? []),
    uptime24h: uptimes.get(check.id)?.day ?? null,
    durations: durations.get(check.id) ?? [],
  }))
}

function idsOf(targets: readonly TargetRecord[]): number[] {
  return targets.map(({ id }) => id)
}

function summary(
  ctx: Ctx,
  check: CheckRecord,
  { shown, hidden }: { shown: Named[]; hidden: number },
  targets: readonly TargetRecord[],
): Omit<CheckSummary, "uptime24h" | "durations"> {
  const { id, name, strategyId, subject, intervalSeconds, paused, version, updatedAt } = check
  const latest = targets.reduce<TargetRecord | null>(
    (last, one) => ((one.lastRunAt ?? "") > (last?.lastRunAt ?? "") ? one : last),
    null,
  )
  const worst = overall(targets)
  return {
    id,
    name,
    strategyId,
    strategyTitle: strategyTitle(ctx, strategyId),
    subject,
    status: worst.status,
    since: worst.since,
    intervalSeconds,
    paused,
    systems: shown,
    hiddenSystemCount: hidden,
    lastRunAt: latest?.lastRunAt ?? null,
    lastDurationMs: latest?.lastDurationMs ?? null,
    sentence: worst.sentence,
    version,
    updatedAt,
  }
}

/** The worst of the targets, and since when the first of those says so. */
function overall(targets: readonly TargetRecord[]): {
  status: TargetStatus | null
  since: string | null
  sentence: string
} {
  const worst = Math.max(...targets.map(({ status }) => (status ? TARGET_STATUSES.indexOf(status) : -1)), -1)
  const status = TARGET_STATUSES[worst] ?? null
  const those = targets.filter((one) => one.status === status)
  const since = those.flatMap((one) => one.since ?? []).sort()[0] ?? null
  return { status, since, sentence: those.find(({ sentence }) => sentence !== "")?.sentence ?? "" }
}

/** Targets with the names of their systems and environments, in the order of those. */
export async function presentTargets<Target extends TargetRecord>(
  ctx: Ctx,
  targets: readonly Target[],
): Promise<TargetView[]> {
  const systems = await checks.reachedNames(
    ctx,
    targets.map(({ systemId }) => systemId),
  )
  const environment = await environmentNames(
    ctx,
    targets.flatMap(({ environmentId }) => environmentId ?? []),
  )
  const views = targets.flatMap(({ checkId, assignmentId, systemId, environmentId, ...target }) => {
    const name = systems.get(systemId)
    if (name === undefined) return []
    return { ...target, system: { id: systemId, name }, environment: environmentId ? environment(environmentId) : null }
  })
  const words = ({ system, environment: where }: TargetView) => `${system.name} ${where?.name ?? ""}`
  return views.sort((a, b) => words(a).localeCompare(words(b)))
}

export async function environmentNames(ctx: Ctx, ids: readonly string[]): Promise<(id: string) => Named> {
  const names = ids.length > 0 ? await thingNames(ctx, "catalog.environment", ids) : new Map<string, string>()
  return (id) => ({ id, name: names.get(id) ?? "An environment that is gone" })
}
