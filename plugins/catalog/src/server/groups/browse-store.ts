import { instant, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { type Browse, type BrowsedSystem, STATUSES, type StatusCounts } from "../../contract.ts"
import { STATUS_COUNTS, sumOf, worstOf } from "./group-store.ts"

interface Placed {
  id: string | null
  name: string | null
  description: string | null
  counts: StatusCounts
  systems: BrowsedSystem[] | null
  [column: string]: unknown
}

const NOTHING: StatusCounts = { healthy: 0, unknown: 0, maintenance: 0, degraded: 0, unhealthy: 0, notReported: 0 }

/** Two statements, whatever the number of groups: the systems by group, and the totals with each system once. */
export async function browseSystems(
  tx: Tx,
  options: { condition: SQL; perGroup: number; emptyGroups: boolean },
): Promise<Browse> {
  const { condition, perGroup, emptyGroups } = options
  const placed = await tx.execute<Placed>(sql`
    WITH placed AS (
      SELECT s.*, m.group_id, row_number() OVER (PARTITION BY m.group_id ORDER BY s.status_rank DESC, s.name_key) AS place
      FROM catalog.system s LEFT JOIN catalog.group_member m ON m.system_id = s.id WHERE ${condition}),
    gathered AS (
      SELECT s.group_id, ${STATUS_COUNTS} AS counts,
        jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'description', s.description, 'status', s.status,
          'statusSince', ${instant(sql`s.status_since`)}, 'tags', s.tags, 'environments',
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) ORDER BY e.name_key), '[]')
            FROM catalog.system_environment n JOIN catalog.environment e ON e.id = n.environment_id WHERE n.system_id = s.id)
        ) ORDER BY s.place) FILTER (WHERE s.place <= ${perGroup}) AS systems
      FROM placed s GROUP BY s.group_id)
    SELECT g.id, g.name, g.description, gathered.counts, gathered.systems
    FROM catalog.system_group g FULL JOIN gathered ON gathered.group_id = g.id
    WHERE ${emptyGroups} OR gathered.counts IS NOT NULL
    ORDER BY g.name_key`)
  const totals = await tx.execute<{ counts: StatusCounts }>(
    sql`SELECT ${STATUS_COUNTS} AS counts FROM catalog.system s WHERE ${condition}`,
  )
  const counts = totals.rows[0]?.counts ?? NOTHING
  const groups = placed.rows.filter((row) => row.id !== null).map(toGroup)
  return {
    // Stable, so groups of one status stay in the order of their names.
    groups: groups.sort((a, b) => severity(b.counts) - severity(a.counts)),
    ungrouped: toSystems(placed.rows.find((row) => row.id === null)),
    systemCount: sumOf(counts),
    counts,
  }
}

function toGroup(row: Placed): Browse["groups"][number] {
  return { id: row.id ?? "", name: row.name ?? "", description: row.description ?? "", ...toSystems(row) }
}

function toSystems(row: Placed | undefined): Browse["ungrouped"] {
  const counts = row?.counts ?? NOTHING
  return { systemCount: sumOf(counts), status: worstOf(counts), counts, systems: row?.systems ?? [] }
}

function severity(counts: StatusCounts): number {
  const worst = worstOf(counts)
  return worst === null ? -1 : STATUSES.indexOf(worst)
}
