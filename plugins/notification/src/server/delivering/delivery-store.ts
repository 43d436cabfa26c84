import { instant, keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { Attempt, DeliveryStatus, Notice, Topic } from "../../contract.ts"
import type { Recipient, Way } from "../hearing/recipients.ts"
import type { StoredNotice } from "../hearing/source.ts"

/** What is stored of a message: all of a notice but its key, which is the delivery's id. */
export type StoredMessage = Omit<Notice, "key">

export interface StoredDelivery extends Recipient {
  id: string
  sequence: string
  causeId: string | null
  noticeId: string | null
  topic: Topic | null
  status: DeliveryStatus
  state: string
  message: StoredMessage | null
  attempts: number
  leased: boolean
}

export async function insertDeliveries(
  tx: Tx,
  of: { noticeId: string; causeId: string; state: string },
  recipients: readonly Recipient[],
): Promise<void> {
  const { noticeId, causeId, state } = of
  await tx.execute(sql`
    INSERT INTO notification.delivery
      (notice_id, cause_id, state, status, person_id, team_id, channel_id, subscription_ids, created_at, next_at)
    SELECT ${noticeId}::uuid, ${causeId}::uuid, ${state}, 'waiting', "personId", "teamId", "channelId", "subscriptionIds",
      platform.now(), platform.now()
    FROM jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      AS r("personId" uuid, "teamId" uuid, "channelId" uuid, "subscriptionIds" uuid[])
    ON CONFLICT DO NOTHING`)
}

/** A message that somebody wrote: it has no cause and is nobody's but the channel's. */
export async function insertMessage(tx: Tx, channelId: string, message: StoredMessage): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO notification.delivery (channel_id, state, status, message, created_at, next_at)
    VALUES (${channelId}::uuid, 'message', 'waiting', ${JSON.stringify(message)}::jsonb, platform.now(), platform.now()) RETURNING id`)
  return rows[0]!.id
}

export async function findDelivery(tx: Tx, id: string): Promise<StoredDelivery | null> {
  const { rows } = await tx.execute<StoredDelivery & Record<string, unknown>>(
    sql`SELECT ${COLUMNS} FROM ${JOINED} WHERE d.id = ${id}::uuid`,
  )
  return rows[0] ?? null
}

/** All messages of one cause to one recipient by one way, oldest first. */
export async function listThread(tx: Tx, { causeId, personId, teamId, channelId }: StoredDelivery) {
  if (causeId === null) return []
  const { rows } = await tx.execute<StoredDelivery & Record<string, unknown>>(sql`
    SELECT ${COLUMNS} FROM ${JOINED} WHERE d.cause_id = ${causeId}::uuid AND d.person_id IS NOT DISTINCT FROM ${personId}::uuid
      AND d.team_id IS NOT DISTINCT FROM ${teamId}::uuid AND d.channel_id IS NOT DISTINCT FROM ${channelId}::uuid
    ORDER BY d.sequence`)
  return rows as StoredDelivery[]
}

export async function findNotice(tx: Tx, id: string): Promise<StoredNotice | null> {
  const { rows } = await tx.execute<StoredNotice & Record<string, unknown>>(sql`
    SELECT n.id, n.cause_id AS "causeId", n.event, n.about_type AS "aboutType", n.about_id AS "aboutId", n.phase, n.state,
      n.facts, ${instant(sql`n.at`)} AS at, ${instant(sql`c.opened_at`)} AS "openedAt"
    FROM notification.notice n JOIN notification.cause c ON c.id = n.cause_id WHERE n.id = ${id}::uuid`)
  return rows[0] ?? null
}

export async function storeMessage(tx: Tx, id: string, message: StoredMessage): Promise<void> {
  await tx.execute(
    sql`UPDATE notification.delivery SET message = ${JSON.stringify(message)}::jsonb WHERE id = ${id}::uuid`,
  )
}

/** It is over: nobody looks for it any more. */
export async function endDelivery(tx: Tx, id: string, status: Exclude<DeliveryStatus, "waiting">): Promise<void> {
  await tx.execute(sql`
    UPDATE notification.delivery SET status = ${status}, ended_at = platform.now(), next_at = NULL, lease = NULL, lease_until = NULL
    WHERE id = ${id}::uuid`)
}

export async function countAttempt(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.execute<{ attempts: number }>(
    sql`UPDATE notification.delivery SET attempts = attempts + 1 WHERE id = ${id}::uuid RETURNING attempts`,
  )
  return rows[0]!.attempts
}

/** What was given up is due again now, with as many attempts as at first. */
export async function renewDeliveries(tx: Tx, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    UPDATE notification.delivery d SET status = 'waiting', attempts = 0, ended_at = NULL, next_at = platform.now()
    WHERE d.status = 'failed' AND ${condition}`)
  return rowCount ?? 0
}

export async function insertAttempt(
  tx: Tx,
  deliveryId: string,
  { outcome, sentence, httpStatus = null, answer = "" }: Partial<Attempt> & Pick<Attempt, "outcome" | "sentence">,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO notification.attempt (delivery_id, at, outcome, sentence, http_status, answer)
    VALUES (${deliveryId}::uuid, platform.now(), ${outcome}, ${sentence}, ${httpStatus}, ${answer})`)
}

/**
 * Whether an attempt changes what lists of channels say of this one: how the last attempt went, and about when. They would be read again
 * for each of a thousand messages otherwise.
 */
export async function isNewsOfChannel(tx: Tx, deliveryId: string, outcome: string): Promise<boolean> {
  const { rows } = await tx.execute<{ known: boolean | null }>(sql`
    SELECT last.known FROM notification.delivery d LEFT JOIN LATERAL (
      SELECT a.outcome = ${outcome} AND a.at > platform.now() - interval '1 minute' AS known
      FROM notification.delivery other JOIN notification.attempt a ON a.delivery_id = other.id
      WHERE other.channel_id = d.channel_id AND a.outcome IN ('sent', 'later', 'never')
      ORDER BY other.created_at DESC, a.id DESC LIMIT 1) last ON true
    WHERE d.id = ${deliveryId}::uuid AND d.channel_id IS NOT NULL`)
  return rows.length > 0 && !rows[0]!.known
}

/** Whose channel of their own it went through; null for a shared one or somebody's mail address. */
export async function ownerOf(tx: Tx, deliveryId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ ownerId: string | null }>(sql`
    SELECT c.owner_id AS "ownerId" FROM notification.delivery d JOIN notification.channel c ON c.id = d.channel_id
    WHERE d.id = ${deliveryId}::uuid`)
  return rows[0]?.ownerId ?? null
}

export async function listAttempts(tx: Tx, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await tx.execute<Attempt & Record<string, unknown>>(sql`
    SELECT ${instant(sql`at`)} AS at, outcome, sentence, http_status AS "httpStatus", answer
    FROM notification.attempt WHERE delivery_id = ${deliveryId}::uuid ORDER BY id LIMIT 200`)
  return rows
}

export interface ListedDelivery extends Way {
  id: string
  status: DeliveryStatus
  channelName: string | null
  /** Of a channel that is one person's own. */
  channelOwnerId: string | null
  topic: Topic | null
  aboutType: string | null
  aboutId: string | null
  state: string
  attempts: number
  sentence: string | null
  lastOutcome: string | null
  createdAt: string
  endedAt: string | null
  nextAt: string | null
}

export async function pageOfDeliveries(
  tx: Tx,
  request: PageRequest & {
    status?: string | undefined
    channelId?: string | undefined
    topic?: string | undefined
    readerId: string | null
  },
): Promise<Page<ListedDelivery>> {
  const { status, channelId, topic, readerId } = request
  const page = keyset(
    request,
    { createdAt: { expression: sql`d.created_at`, type: "timestamptz" } },
    { expression: sql`d.id`, type: "uuid" },
  )
  const { rows } = await tx.execute<ListedDelivery & { mark: string } & Record<string, unknown>>(sql`
    SELECT d.id, d.status, d.person_id AS "personId", d.team_id AS "teamId", d.channel_id AS "channelId", c.name AS "channelName",
      c.owner_id AS "channelOwnerId", k.topic, n.about_type AS "aboutType", n.about_id AS "aboutId", split_part(d.state, ' ', 1) AS state, d.attempts,
      last.sentence, last.outcome AS "lastOutcome",
      ${instant(sql`d.created_at`)} AS "createdAt", ${instant(sql`d.ended_at`)} AS "endedAt", ${instant(sql`d.next_at`)} AS "nextAt",
      ${page.mark} AS mark
    FROM ${JOINED} LEFT JOIN notification.channel c ON c.id = d.channel_id LEFT JOIN notification.notice n ON n.id = d.notice_id
      LEFT JOIN LATERAL (SELECT a.sentence, a.outcome FROM notification.attempt a WHERE a.delivery_id = d.id ORDER BY a.id DESC LIMIT 1) last ON true
    WHERE ${
      page.where(
        status === undefined ? undefined : sql`d.status = ${status}`,
        // Somebody else's own looks as if it were not there.
        channelId === undefined
          ? undefined
          : sql`d.channel_id = ${channelId}::uuid AND (c.owner_id IS NULL OR c.owner_id = ${readerId}::uuid)`,
        topic === undefined ? undefined : sql`k.topic = ${topic}`,
      ) ?? sql`true`
    } ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    rows,
    (row) => row.id,
    ({ mark: _, ...row }) => row,
  )
}

const JOINED = sql`notification.delivery d LEFT JOIN notification.cause k ON k.id = d.cause_id`
const COLUMNS = sql`d.id, d.sequence, d.cause_id AS "causeId", d.notice_id AS "noticeId", k.topic, d.person_id AS "personId",
  d.team_id AS "teamId", d.channel_id AS "channelId", d.status, d.state, d.message, d.attempts,
  to_jsonb(d.subscription_ids) AS "subscriptionIds", d.lease IS NOT NULL AND d.lease_until > platform.now() AS leased`
