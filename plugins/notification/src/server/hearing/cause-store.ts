import { instant, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Topic } from "../../contract.ts"
import type { Heard } from "./source.ts"

export interface OpenCause {
  id: string
  state: string
  openedAt: string
  closedAt: string | null
}

/** The one that is open, or with `goesOn` the last one there was. */
export async function findCause(tx: Tx, topic: Topic, aboutId: string, goesOn: boolean): Promise<OpenCause | null> {
  const { rows } = await tx.execute<OpenCause & Record<string, unknown>>(sql`
    SELECT id, state, ${instant(sql`opened_at`)} AS "openedAt", ${instant(sql`closed_at`)} AS "closedAt"
    FROM notification.cause WHERE topic = ${topic} AND about_id = ${aboutId}::uuid AND (closed_at IS NULL OR ${goesOn})
    ORDER BY opened_at DESC LIMIT 1`)
  return rows[0] ?? null
}

export async function openCause(tx: Tx, topic: Topic, aboutId: string, { state }: Heard, at: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO notification.cause (topic, about_id, state, opened_at)
    VALUES (${topic}, ${aboutId}::uuid, ${state}, ${at}::timestamptz) RETURNING id`)
  return rows[0]!.id
}

export async function moveCause(tx: Tx, id: string, { state, phase }: Heard, at: string): Promise<void> {
  const closedAt = phase === "over" ? at : null
  await tx.execute(
    sql`UPDATE notification.cause SET state = ${state}, closed_at = ${closedAt}::timestamptz WHERE id = ${id}::uuid`,
  )
}

export async function insertNotice(
  tx: Tx,
  notice: { id: string; causeId: string; event: string; about: { type: string; id: string }; at: string } & Heard,
): Promise<void> {
  const { id, causeId, event, about, phase, state, facts, at } = notice
  await tx.execute(sql`
    INSERT INTO notification.notice (id, cause_id, event, about_type, about_id, phase, state, facts, at)
    VALUES (${id}::uuid, ${causeId}::uuid, ${event}, ${about.type}, ${about.id}::uuid, ${phase}, ${state},
      ${JSON.stringify(facts)}::jsonb, ${at}::timestamptz)`)
}
