import type { Named } from "@countersign/core/contract"
import { type Ctx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { bySystem, type checkAccess } from "../../../contract/access.ts"
import { checks } from "../../checks/check-store.ts"
import { environmentNames } from "../../checks/present-check.ts"

/** What a read of history is about; all that the caller sees where nothing is said. */
export interface Asked {
  systemId?: string | undefined
  checkId?: string | undefined
  targetId?: number | undefined
}

export interface AskedTarget {
  id: number
  checkId: string
  systemId: string
  environmentId: string | null
  intervalSeconds: number
  /** Of its check: how many assertions it has. */
  assertions: number
}

/** Targets of systems within the caller's reach, also those that ended: their history stays. A check out of reach is answered like one that is gone. */
export async function askedTargets(
  ctx: Ctx,
  { systemId, checkId, targetId }: Asked,
  rule: typeof checkAccess.read,
): Promise<AskedTarget[]> {
  if (checkId !== undefined) await checks.read(ctx, checkId)
  const within = ctx.reach(sql`target.system_id::text`, { resource: bySystem.parent, rules: [rule], level: "viewer" })
  const { rows } = await ctx.tx.execute<AskedTarget & Record<string, unknown>>(sql`
    SELECT target.id, target.check_id AS "checkId", target.system_id AS "systemId", target.environment_id AS "environmentId",
      "check".interval_seconds AS "intervalSeconds",
      (SELECT coalesce(sum(jsonb_array_length(one->'assertions')), 0)::integer FROM jsonb_array_elements("check".collectors) one) AS assertions
    FROM healthcheck.target JOIN healthcheck."check" ON "check".id = target.check_id
    WHERE ${within}
      AND ${systemId === undefined ? sql`true` : sql`target.system_id = ANY(${uuids([systemId])})`}
      AND ${checkId === undefined ? sql`true` : sql`target.check_id = ${checkId}::uuid`}
      AND ${targetId === undefined ? sql`true` : sql`target.id = ${targetId}`}
    ORDER BY target.id`)
  return rows
}

/** What each target is called: its check, its system and its environment. One whose system is out of sight is left out. */
export async function namesOfTargets(ctx: Ctx, targets: readonly AskedTarget[]) {
  const systems = await checks.reachedNames(ctx, [...new Set(targets.map(({ systemId }) => systemId))])
  const environment = await environmentNames(ctx, [
    ...new Set(targets.flatMap(({ environmentId }) => environmentId ?? [])),
  ])
  const named = new Map<number, { checkId: string; system: Named; environment: Named | null }>()
  for (const { id, checkId, systemId, environmentId } of targets) {
    const name = systems.get(systemId)
    if (name === undefined) continue
    const where = environmentId === null ? null : environment(environmentId)
    named.set(id, { checkId, system: { id: systemId, name }, environment: where })
  }
  return named
}
