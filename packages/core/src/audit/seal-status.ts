import { BEGINNING, type Position } from "./checkpoint.ts"

/** How a caller asks the database: a client, or a verb's transaction. */
export type Ask = <Row extends Record<string, unknown>>(text: string, values: unknown[]) => Promise<Row[]>

export interface SealStatus {
  /** Of the last checkpoint. */
  sealedAt: string | null
  /** Rows no checkpoint covers yet: nothing can be said about them. */
  unsealed: { rows: number; since: string | null }
}

export async function readSealStatus(ask: Ask): Promise<SealStatus> {
  const [last = { ...BEGINNING, sealed_at: null }] = await ask<Position & { sealed_at: Date | null }>(
    `SELECT last_epoch AS epoch, last_xid::text AS xid, last_id AS id, sealed_at FROM platform.audit_checkpoint
     ORDER BY number DESC LIMIT 1`,
    [],
  )
  const [tail] = await ask<{ count: string; since: Date | null }>(
    `SELECT count(*), min(at) AS since FROM platform.audit
     WHERE (epoch, xid, id) > ($1::integer, $2::xid8, $3::bigint)`,
    [last.epoch, last.xid, last.id],
  )
  return {
    sealedAt: last.sealed_at?.toISOString() ?? null,
    unsealed: { rows: Number(tail!.count), since: tail!.since?.toISOString() ?? null },
  }
}
