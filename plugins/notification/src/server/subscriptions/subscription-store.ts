import { instant, type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { LOWEST, type Lowest, type Topic } from "../../contract.ts"

export interface StoredSubscription {
  id: string
  personId: string | null
  teamId: string | null
  systemId: string | null
  groupId: string | null
  channelId: string | null
  channelName: string | null
  /** Of a channel that is one person's own. */
  channelOwnerId: string | null
  about: Topic[]
  from: Lowest
  createdAt: string
}

export type Target = { systemId: string } | { groupId: string } | { everything: true }
export type Subscriber = { personId: string } | { teamId: string }

/** How serious something has to be, as a number: 1 is minor. */
export function rankOf(lowest: Lowest): number {
  return LOWEST.indexOf(lowest) + 1
}

export async function listSubscriptions(tx: Tx, condition: SQL, limit = MOST_LISTED): Promise<StoredSubscription[]> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${COLUMNS} FROM notification.subscription s LEFT JOIN notification.channel c ON c.id = s.channel_id
    WHERE s.ended_at IS NULL AND ${condition} ORDER BY s.created_at, s.id LIMIT ${limit}`)
  return rows.map(toSubscription)
}

/** One target by one way has one subscription: what was chosen for it before is replaced. */
export async function putSubscription(
  tx: Tx,
  subscriber: Subscriber,
  target: Target,
  chosen: { channelId: string | null; about: readonly Topic[]; from: Lowest; at: Date },
): Promise<string> {
  const personId = "personId" in subscriber ? subscriber.personId : null
  const teamId = "teamId" in subscriber ? subscriber.teamId : null
  const systemId = "systemId" in target ? target.systemId : null
  const groupId = "groupId" in target ? target.groupId : null
  const { channelId, about, from, at } = chosen
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO notification.subscription (person_id, team_id, system_id, group_id, channel_id, about, from_rank, created_at)
    VALUES (${personId}::uuid, ${teamId}::uuid, ${systemId}::uuid, ${groupId}::uuid, ${channelId}::uuid,
      ${sql.param([...about])}::text[], ${rankOf(from)}, ${at.toISOString()}::timestamptz)
    ON CONFLICT (person_id, team_id, system_id, group_id, channel_id)
    DO UPDATE SET about = excluded.about, from_rank = excluded.from_rank RETURNING id`)
  return rows[0]!.id
}

export async function deleteSubscriptions(tx: Tx, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM notification.subscription s WHERE ${condition}`)
  return rowCount ?? 0
}

/** What they were to is gone. They are nobody's to see any more, and bring the end of what was told by them. */
export async function endSubscriptions(tx: Tx, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`UPDATE notification.subscription s SET ended_at = platform.now() WHERE s.ended_at IS NULL AND ${condition}`,
  )
  return rowCount ?? 0
}

export async function countSubscriptions(tx: Tx, condition: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM notification.subscription s WHERE s.ended_at IS NULL AND ${condition}`,
  )
  return rows[0]!.count
}

/** How many there are to each of these; one that has none is left out. */
export async function countByTarget(
  tx: Tx,
  column: "system_id" | "group_id",
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> {
  const target = sql`s.${sql.identifier(column)}`
  const { rows } = await tx.execute<{ id: string; count: number }>(sql`
    SELECT ${target} AS id, count(*)::int AS count FROM notification.subscription s
    WHERE s.ended_at IS NULL AND ${target} = ANY(${uuids(ids)}) GROUP BY 1 ORDER BY 1`)
  return rows
}

/** Whose they are, or everybody's who is told of this system through a group or of everything. */
export function aboutSystem(systemId: string, groupIds: readonly string[]): SQL {
  return sql`(s.system_id = ${systemId}::uuid OR s.group_id = ANY(${uuids(groupIds)}) OR (s.system_id IS NULL AND s.group_id IS NULL))`
}

export const MOST_LISTED = 1_000

const COLUMNS = sql`s.id, s.person_id AS "personId", s.team_id AS "teamId", s.system_id AS "systemId", s.group_id AS "groupId",
  s.channel_id AS "channelId", c.name AS "channelName", c.owner_id AS "channelOwnerId", s.about, s.from_rank AS rank, ${instant(sql`s.created_at`)} AS "createdAt"`

interface Row extends Record<string, unknown>, Omit<StoredSubscription, "from"> {
  rank: number
}

function toSubscription({ rank, ...row }: Row): StoredSubscription {
  return { ...row, from: LOWEST[rank - 1]! }
}
