import { type Ctx, containsWords, uuids } from "@countersign/core/server"
import { and, type SQL, sql } from "drizzle-orm"
import { systemAccess } from "../../contract.ts"

/** The systems (as `s`) this caller may see: what counts, roll-ups and lists of every verb are narrowed by. */
export function visibleSystems(ctx: Ctx): SQL {
  return ctx.reach(sql`s.id::text`, { resource: "catalog.system", level: "viewer", rules: [systemAccess.read] })
}

export interface SystemFilter {
  text?: string | undefined
  tags?: string[] | undefined
  groupId?: string | undefined
  ungrouped?: boolean | undefined
  environmentId?: string | undefined
  status?: string[] | undefined
  ownerTeamId?: string | undefined
  systemIds?: string[] | undefined
}

/** What a list of systems (as `s`) was asked to be narrowed to. */
export function matches(filter: SystemFilter): SQL | undefined {
  const { text, tags, groupId, ungrouped, environmentId, status, ownerTeamId, systemIds } = filter
  return and(
    containsWords(sql`(s.name || ' ' || s.description || ' ' || array_to_string(s.tags, ' '))`, text),
    when(tags, (all) => sql`s.tags @> ${sql.param(all)}::text[]`),
    when(
      groupId,
      (id) => sql`EXISTS (SELECT 1 FROM catalog.group_member m WHERE m.group_id = ${id}::uuid AND m.system_id = s.id)`,
    ),
    when(ungrouped || undefined, () => sql`NOT EXISTS (SELECT 1 FROM catalog.group_member m WHERE m.system_id = s.id)`),
    when(
      environmentId,
      (id) =>
        sql`EXISTS (SELECT 1 FROM catalog.system_environment m WHERE m.environment_id = ${id}::uuid AND m.system_id = s.id)`,
    ),
    when(
      status?.length ? status : undefined,
      (any) => sql`coalesce(s.status, 'notReported') = ANY(${sql.param(any)}::text[])`,
    ),
    when(ownerTeamId, (id) => sql`s.owner_team_id = ${id}::uuid`),
    when(systemIds, (ids) => sql`s.id = ANY(${uuids(ids)})`),
  )
}

function when<T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value)
}
