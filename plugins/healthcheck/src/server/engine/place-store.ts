import { instant, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { PlaceCount } from "./status/blame-place.ts"

/** How it looks from a place, but for these targets, whose newest runs are not stored yet. */
export async function countPlace(
  tx: Tx,
  place: string,
  without: readonly number[] = [],
): Promise<PlaceCount & { systemIds: string[]; blamedForMs: number | null }> {
  const { rows } = await tx.execute<CountRow>(sql`
    SELECT count(*)::int AS targets, (count(*) FILTER (WHERE st.cut_off))::int AS cut_off,
      coalesce(array_agg(DISTINCT t.system_id) FILTER (WHERE st.cut_off), '{}') AS system_ids,
      (SELECT (extract(epoch FROM platform.now() - since) * 1000)::float8 FROM healthcheck.blamed_place WHERE place = ${place}) AS blamed_for
    FROM healthcheck.state st JOIN healthcheck.target t ON t.id = st.target_id
    WHERE t.place = ${place} AND t.ended_at IS NULL AND st.status IS DISTINCT FROM 'unhealthy'
      AND st.last_at > platform.now() - interval '1 minute' AND st.target_id <> ALL(${sql.param([...without])}::int[])`)
  const { targets, cut_off, system_ids, blamed_for } = rows[0]!
  return { targets, cutOff: cut_off, systems: system_ids.length, systemIds: system_ids, blamedForMs: blamed_for }
}

/** True for whoever blames it first. */
export async function blamePlace(tx: Tx, place: string, sentence: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`INSERT INTO healthcheck.blamed_place (place, since, sentence)
    VALUES (${place}, platform.now(), ${sentence}) ON CONFLICT DO NOTHING`)
  return rowCount === 1
}

export async function acquitPlace(tx: Tx, place: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM healthcheck.blamed_place WHERE place = ${place}`)
  return rowCount === 1
}

export interface BlamedPlace {
  place: string
  since: string
  sentence: string
}

/** For lists of what is wrong now. */
export async function readBlamedPlaces(tx: Tx): Promise<BlamedPlace[]> {
  const { rows } = await tx.execute<BlamedPlace & Record<string, unknown>>(
    sql`SELECT place, ${instant(sql`since`)} AS since, sentence FROM healthcheck.blamed_place ORDER BY since`,
  )
  return rows
}

interface CountRow extends Record<string, unknown> {
  targets: number
  cut_off: number
  system_ids: string[]
  blamed_for: number | null
}
