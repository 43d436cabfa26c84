import { type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Topic } from "../../contract.ts"

/** Who is told, and by which way. */
export interface Way {
  personId: string | null
  teamId: string | null
  channelId: string | null
}

export interface Recipient extends Way {
  /** Those by which they are told. */
  subscriptionIds: string[]
}

/**
 * Who is to be told: whoever subscribed to one of the systems from this seriousness on, and whoever was told of the cause before, by a
 * subscription that they have still or that ended with what it was to. `newOnly`: the others know it already. Each once, however many
 * subscriptions fit.
 */
export async function findRecipients(
  tx: Tx,
  about: {
    topic: Topic
    causeId: string
    rank: number
    systemIds: readonly string[]
    groupIds: readonly string[]
    newOnly: boolean
    toldAs?: { topic: Topic; rank: number } | undefined
  },
): Promise<Recipient[]> {
  const { topic, causeId, rank, systemIds, groupIds, newOnly, toldAs } = about
  const fits = isAbout(systemIds, groupIds)
  const ofCause = sql`d.cause_id = ${causeId}::uuid AND d.status <> 'withheld'`
  const knows = sql`EXISTS (SELECT FROM notification.delivery d WHERE ${ofCause}
    AND d.person_id IS NOT DISTINCT FROM s.person_id AND d.team_id IS NOT DISTINCT FROM s.team_id
    AND d.channel_id IS NOT DISTINCT FROM s.channel_id)`
  const toldBy = sql`s.id IN (SELECT unnest(d.subscription_ids) FROM notification.delivery d WHERE ${ofCause})`
  const hearsOtherwise = toldAs
    ? sql`(${fits} AND ${toldAs.topic} = ANY(s.about) AND s.from_rank <= ${toldAs.rank})`
    : sql`false`
  const { rows } = await tx.execute<Recipient & Record<string, unknown>>(sql`
    SELECT person_id AS "personId", team_id AS "teamId", channel_id AS "channelId", "subscriptionIds" FROM (
      SELECT s.person_id, s.team_id, s.channel_id, jsonb_agg(s.id) AS "subscriptionIds",
        bool_or(${fits} AND ${topic} = ANY(s.about) AND s.from_rank <= ${rank}) AS wants,
        bool_or(${topic} = ANY(s.about)) AS listens, bool_or(${hearsOtherwise}) AS "hearsOtherwise", bool_or(${knows}) AS knows
      FROM notification.subscription s WHERE ${fits} OR ${toldBy} GROUP BY s.person_id, s.team_id, s.channel_id) found
    WHERE CASE WHEN knows THEN listens AND NOT ${newOnly} ELSE wants AND NOT "hearsOtherwise" END`)
  return rows
}

/**
 * Whether they want to hear of it still: between an event and the attempt that reaches its receiver may lie a day. Somebody who was
 * told of its cause `before` wants to hear how it ends, unless they ended the subscription themselves.
 */
export async function isSubscribed(
  tx: Tx,
  { personId, teamId, channelId, subscriptionIds }: Recipient,
  about: { topic: Topic; systemIds: readonly string[]; groupIds: readonly string[]; before: boolean },
): Promise<boolean> {
  const { topic, systemIds, groupIds, before } = about
  const { rows } = await tx.execute(sql`
    SELECT FROM notification.subscription s WHERE s.person_id IS NOT DISTINCT FROM ${personId}::uuid
      AND s.team_id IS NOT DISTINCT FROM ${teamId}::uuid AND s.channel_id IS NOT DISTINCT FROM ${channelId}::uuid
      AND ${topic} = ANY(s.about)
      AND (${isAbout(systemIds, groupIds)} OR (${before} AND s.id = ANY(${uuids(subscriptionIds)}))) LIMIT 1`)
  return rows.length > 0
}

function isAbout(systemIds: readonly string[], groupIds: readonly string[]) {
  return sql`(s.ended_at IS NULL AND (s.system_id = ANY(${uuids(systemIds)}) OR s.group_id = ANY(${uuids(groupIds)})
    OR (s.system_id IS NULL AND s.group_id IS NULL)))`
}
