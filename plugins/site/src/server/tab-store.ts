import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { type BatchAnswer, SITE } from "../contract.ts"

/** Four letters in base 36 that no other tab has, so that no two make one id. */
export async function addTab(tx: Tx, authorId: string): Promise<string> {
  const { rows } = await tx.execute<{ tabs: number }>(
    sql`UPDATE site.site SET tabs = tabs + 1 WHERE id = ${SITE} RETURNING tabs`,
  )
  const prefix = rows[0]!.tabs.toString(36).padStart(4, "0")
  await tx.execute(sql`INSERT INTO site.tab (site_id, prefix, author_id) VALUES (${SITE}, ${prefix}, ${authorId})`)
  return prefix
}

/** Null for letters that nobody was given. */
export async function ownerOfTab(tx: Tx, tab: string): Promise<string | null> {
  const { rows } = await tx.execute<{ author_id: string }>(
    sql`SELECT author_id FROM site.tab WHERE site_id = ${SITE} AND prefix = ${tab}`,
  )
  return rows[0]?.author_id ?? null
}

/** What those of the tab's batches were told that came before. */
export async function answersBefore(
  tx: Tx,
  tab: string,
  counters: readonly number[],
): Promise<Map<number, BatchAnswer>> {
  const asked = sql`${sql.param([...counters])}::bigint[]`
  const { rows } = await tx.execute<{
    counter: string
    sequence: string | null
    notes: string | null
    reason: string | null
  }>(sql`
    SELECT counter, sequence, notes, NULL AS reason FROM site.command
    WHERE site_id = ${SITE} AND tab = ${tab} AND counter = ANY (${asked})
    UNION ALL
    SELECT counter, NULL, NULL, reason FROM site.refusal
    WHERE site_id = ${SITE} AND tab = ${tab} AND counter = ANY (${asked})`)
  return new Map(
    rows.map((row): [number, BatchAnswer] => {
      const counter = Number(row.counter)
      if (row.reason !== null) return [counter, { accepted: false, counter, reason: row.reason }]
      return [
        counter,
        { accepted: true, counter, sequence: Number(row.sequence), notes: JSON.parse(row.notes!) as string[] },
      ]
    }),
  )
}

export async function keepRefusals(
  tx: Tx,
  tab: string,
  refusals: readonly { counter: number; reason: string }[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO site.refusal (site_id, tab, counter, reason)
    SELECT ${SITE}, ${tab}, counter, reason
    FROM json_to_recordset(${JSON.stringify(refusals)}::json) AS row (counter bigint, reason text)`)
}
