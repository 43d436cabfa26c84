import pg from "pg"
import type { Database } from "../db/database.ts"
import type { Keyring } from "./keyring.ts"
import { isSealed, keyIdOf, open, seal } from "./seal.ts"

/** A text column that holds sealed values or null. Whoever adds one lists it, or rotation would leave it behind. */
export interface SealedColumn {
  /** With its schema: `platform.secret`. */
  readonly table: string
  readonly column: string
}

/** The platform's own; plugins list theirs in `definePlugin({ sealed })`. */
export const PLATFORM_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "platform.secret", column: "sealed" },
  { table: "platform.mail_settings", column: "password" },
  { table: "platform.oidc_provider", column: "client_secret" },
  { table: "platform.two_factor", column: "secret" },
  { table: "platform.two_factor", column: "backup_codes" },
  { table: "platform.tool_call", column: "payload" },
  { table: "platform.tool_call", column: "result" },
  { table: "platform.connection", column: "sealed_key" },
  { table: "platform.idempotency", column: "answer" },
]

export interface RotationReport {
  resealed: number
  /** How many values are under the current key now, those that were before included. */
  current: number
  /** Sealed under a key this process does not know, or damaged: `platform.secret.sealed (key 1f0c...)`. */
  unreadable: string[]
}

const BATCH = 200

/**
 * Seals every stored value anew under the current key, in short transactions beside a running server. Once `unreadable`
 * is empty, the previous secrets are no longer needed for them. Safe to run again after an interruption.
 */
export async function rotateKey(
  database: Database,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<RotationReport> {
  const report: RotationReport = { resealed: 0, current: 0, unreadable: [] }
  for (const column of columns) await rotateColumn(database, keyring, column, report)
  return report
}

async function rotateColumn(
  database: Database,
  keyring: Keyring,
  { table, column }: SealedColumn,
  report: RotationReport,
): Promise<void> {
  const from = table.split(".").map(pg.escapeIdentifier).join(".")
  const name = pg.escapeIdentifier(column)
  const unreadable = new Set<string>()
  for (;;) {
    const { rows } = await database.pool.query<{ sealed: string }>(
      `SELECT DISTINCT ${name} AS sealed FROM ${from}
       WHERE ${name} IS NOT NULL AND ${name} <> '' AND NOT starts_with(${name}, $1) AND ${name} <> ALL ($2) LIMIT ${BATCH}`,
      [`v1.${keyring.current.id}.`, [...unreadable]],
    )
    if (rows.length === 0) break
    for (const { sealed } of rows) {
      const renewed = reseal(keyring, sealed)
      if (renewed === null) {
        unreadable.add(sealed)
        report.unreadable.push(`${table}.${column} (${describe(sealed)})`)
        continue
      }
      // By its old text: a value that somebody replaced meanwhile is already under the current key.
      const result = await database.pool.query(`UPDATE ${from} SET ${name} = $1 WHERE ${name} = $2`, [renewed, sealed])
      report.resealed += result.rowCount ?? 0
    }
  }
  const { rows } = await database.pool.query<{ count: string }>(
    `SELECT count(*) FROM ${from} WHERE starts_with(${name}, $1)`,
    [`v1.${keyring.current.id}.`],
  )
  report.current += Number(rows[0]!.count)
}

function reseal(keyring: Keyring, sealed: string): string | null {
  try {
    return seal(keyring, open(keyring, sealed))
  } catch {
    return null
  }
}

/** Never the value: what is not sealed may be a secret in clear. */
function describe(sealed: string): string {
  return isSealed(sealed) ? `key ${keyIdOf(sealed)}` : "not sealed"
}
