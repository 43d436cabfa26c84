import { sql } from "drizzle-orm"
import type { Database, Tx } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"

/** What a key stands for. */
export interface Claim {
  readonly principal: string
  readonly verb: string
  readonly key: string
  readonly keyId: string
  readonly inputMac: string
}

export interface Kept {
  key_id: string
  input_mac: string
  ended: boolean
  answer: string | null
}

export const KEPT_FOR = "24 hours"

export async function findKept({ pool }: Database, { principal, verb, key }: Claim): Promise<Kept | null> {
  const { rows } = await pool.query<Kept>({
    name: "idempotency-find",
    text: `SELECT key_id, input_mac, ended, answer FROM platform.idempotency
      WHERE principal = $1 AND verb = $2 AND key = $3 AND at > now() - interval '${KEPT_FOR}'`,
    values: [principal, verb, key],
  })
  return rows[0] ?? null
}

// A row past its time is as good as none, whether or not it was swept.
const INSERT = `INSERT INTO platform.idempotency AS kept (principal, verb, key, key_id, input_mac, ended, answer)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (principal, verb, key) DO UPDATE
    SET key_id = EXCLUDED.key_id, input_mac = EXCLUDED.input_mac, ended = EXCLUDED.ended, answer = EXCLUDED.answer, at = now()
    WHERE kept.at <= now() - interval '${KEPT_FOR}'`

/** In the change's own transaction. False when another call with the same key was faster: then nothing may be committed. */
export async function keepAnswer(transaction: LazyTransaction, claim: Claim, answer: string | null): Promise<boolean> {
  return wroteOne(transaction, INSERT, values(claim, true, answer))
}

/** By itself, before anything reaches outside. False when it was there already. */
export async function noteStart({ pool }: Database, claim: Claim): Promise<boolean> {
  const { rowCount } = await pool.query(INSERT, values(claim, false, null))
  return rowCount === 1
}

export async function noteEnd(transaction: LazyTransaction, claim: Claim, answer: string | null): Promise<boolean> {
  return wroteOne(
    transaction,
    `UPDATE platform.idempotency SET ended = true, answer = $4
     WHERE principal = $1 AND verb = $2 AND key = $3 AND NOT ended`,
    [claim.principal, claim.verb, claim.key, answer],
  )
}

async function wroteOne(transaction: LazyTransaction, statement: string, parameters: unknown[]): Promise<boolean> {
  const [row] = await transaction.query<{ transaction_id: string }>(
    `${statement} RETURNING pg_current_xact_id()::text AS transaction_id`,
    parameters,
  )
  if (row) transaction.noteId(row.transaction_id)
  return row !== undefined
}

export async function forgetStart({ pool }: Database, { principal, verb, key }: Claim): Promise<void> {
  await pool.query("DELETE FROM platform.idempotency WHERE principal = $1 AND verb = $2 AND key = $3 AND NOT ended", [
    principal,
    verb,
    key,
  ])
}

export async function removeOld(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM platform.idempotency WHERE at <= now() - ${KEPT_FOR}::interval`)
  return rowCount ?? 0
}

function values({ principal, verb, key, keyId, inputMac }: Claim, ended: boolean, answer: string | null): unknown[] {
  return [principal, verb, key, keyId, inputMac, ended, answer]
}
