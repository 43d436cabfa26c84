import { instant, type SealedColumn, sealedColumn, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"

export const ADDRESS: SealedColumn = sealedColumn({ table: "notification.channel", column: "address", key: "id" })
export const SECRET: SealedColumn = sealedColumn({ table: "notification.channel", column: "secret", key: "id" })

export interface StoredChannel {
  id: string
  kind: string
  name: string
  ownerId: string | null
  place: string
  /** Sealed. */
  address: string
  /** Sealed. */
  secret: string | null
  createdAt: string
  updatedAt: string
  version: number
}

export interface ListedChannel extends StoredChannel {
  subscriptions: number
  last: { at: string; outcome: "sent" | "later" | "never" } | null
}

export async function findChannel(tx: Tx, id: string): Promise<StoredChannel | null> {
  const { rows } = await tx.execute<Row>(sql`SELECT ${COLUMNS} FROM notification.channel c WHERE c.id = ${id}::uuid`)
  return rows[0] ?? null
}

export async function listChannels(tx: Tx, condition: SQL): Promise<ListedChannel[]> {
  const { rows } = await tx.execute<ListedChannel & Record<string, unknown>>(sql`
    SELECT ${COLUMNS},
      (SELECT count(*)::int FROM notification.subscription s WHERE s.channel_id = c.id AND s.ended_at IS NULL) AS subscriptions,
      (SELECT jsonb_build_object('at', ${instant(sql`a.at`)}, 'outcome', a.outcome)
        FROM notification.delivery d JOIN notification.attempt a ON a.delivery_id = d.id
        WHERE d.channel_id = c.id AND a.outcome IN ('sent', 'later', 'never') ORDER BY d.created_at DESC, a.id DESC LIMIT 1) AS last
    FROM notification.channel c WHERE ${condition} ORDER BY lower(c.name), c.id LIMIT 500`)
  return rows
}

/** One person's own, or the shared ones. */
export async function countChannels(tx: Tx, ownerId: string | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM notification.channel WHERE owner_id IS NOT DISTINCT FROM ${ownerId}::uuid`,
  )
  return rows[0]!.count
}

export async function insertChannel(
  tx: Tx,
  channel: Pick<StoredChannel, "id" | "kind" | "name" | "ownerId" | "place" | "address" | "secret">,
  at: Date,
): Promise<void> {
  const { id, kind, name, ownerId, place, address, secret } = channel
  const now = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    INSERT INTO notification.channel (id, kind, name, owner_id, place, address, secret, created_at, updated_at)
    VALUES (${id}::uuid, ${kind}, ${name}, ${ownerId}::uuid, ${place}, ${address}, ${secret}, ${now}, ${now})`)
}

/** False when somebody else changed it first: the WHERE decides. */
export async function changeChannel(
  tx: Tx,
  { id, version }: { id: string; version: number },
  fields: Pick<StoredChannel, "name" | "place" | "address" | "secret">,
  at: Date,
): Promise<boolean> {
  const { name, place, address, secret } = fields
  const { rowCount } = await tx.execute(sql`
    UPDATE notification.channel SET name = ${name}, place = ${place}, address = ${address}, secret = ${secret},
      updated_at = ${at.toISOString()}::timestamptz, version = version + 1
    WHERE id = ${id}::uuid AND version = ${version}`)
  return rowCount === 1
}

export async function deleteChannels(tx: Tx, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM notification.channel c WHERE ${condition}`)
  return rowCount ?? 0
}

type Row = StoredChannel & Record<string, unknown>

const COLUMNS = sql`c.id, c.kind, c.name, c.owner_id AS "ownerId", c.place, c.address, c.secret,
  ${instant(sql`c.created_at`)} AS "createdAt", ${instant(sql`c.updated_at`)} AS "updatedAt", c.version`
