import { type SQL, sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"

/** Both values as sealed by the caller; this side never sees them in clear. */
export interface TwoFactor {
  sealedSecret: string
  sealedBackupCodes: string
  verified: boolean
}

export function readTwoFactor(tx: Tx, personId: string): Promise<TwoFactor | null> {
  return select(tx, sql`person_id = ${personId}`)
}

/** Two codes tried at once must not both find it unused. */
export function lockTwoFactor(tx: Tx, personId: string): Promise<TwoFactor | null> {
  return select(tx, sql`person_id = ${personId} FOR UPDATE`)
}

/** Replaces an attempt that was never confirmed; false when a confirmed one stands in the way. */
export async function beginTwoFactor(tx: Tx, personId: string, sealedSecret: string): Promise<boolean> {
  const result = await tx.execute(sql`
    INSERT INTO platform.two_factor (person_id, secret, backup_codes) VALUES (${personId}, ${sealedSecret}, '')
    ON CONFLICT (person_id) DO UPDATE SET secret = EXCLUDED.secret, last_step = NULL WHERE NOT two_factor.verified`)
  return result.rowCount === 1
}

export async function turnTwoFactorOn(tx: Tx, personId: string, sealedBackupCodes: string): Promise<void> {
  await tx.execute(sql`UPDATE platform.two_factor SET verified = true, backup_codes = ${sealedBackupCodes}
    WHERE person_id = ${personId}`)
  await tx.execute(sql`UPDATE platform.person SET two_factor_enabled = true, updated_at = now() WHERE id = ${personId}`)
}

/** Whether there was one to turn off. */
export async function turnTwoFactorOff(tx: Tx, personId: string): Promise<boolean> {
  const result = await tx.execute(sql`DELETE FROM platform.two_factor WHERE person_id = ${personId}`)
  await tx.execute(sql`UPDATE platform.person SET two_factor_enabled = false, updated_at = now()
    WHERE id = ${personId} AND two_factor_enabled`)
  return result.rowCount === 1
}

export async function storeBackupCodes(tx: Tx, personId: string, sealedBackupCodes: string): Promise<void> {
  await tx.execute(
    sql`UPDATE platform.two_factor SET backup_codes = ${sealedBackupCodes} WHERE person_id = ${personId}`,
  )
}

/** False when this step, or a later one, was used before. */
export async function spendTotpStep(tx: Tx, personId: string, step: number): Promise<boolean> {
  const result = await tx.execute(sql`UPDATE platform.two_factor SET last_step = ${step}
    WHERE person_id = ${personId} AND (last_step IS NULL OR last_step < ${step})`)
  return result.rowCount === 1
}

async function select(tx: Tx, where: SQL): Promise<TwoFactor | null> {
  const result = await tx.execute<{ secret: string; backup_codes: string; verified: boolean }>(
    sql`SELECT secret, backup_codes, verified FROM platform.two_factor WHERE ${where}`,
  )
  const row = result.rows[0]
  return row ? { sealedSecret: row.secret, sealedBackupCodes: row.backup_codes, verified: row.verified } : null
}
