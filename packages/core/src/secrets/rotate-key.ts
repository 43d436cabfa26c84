import pg from "pg"
import type { Database } from "../db/database.ts"
import type { Keyring } from "./keyring.ts"
import { headOf, isUnbound, keyIdOf, open, openUnbound, seal } from "./seal.ts"
import type { SealedColumn } from "./sealed-place.ts"

export interface RotationReport {
  resealed: number
  /** Sealed under a key this process does not know, for another place, or damaged: `platform.secret.sealed (key 1f0c...)`. */
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
  const unboundToo = !(await areSealsBound(database))
  return sealAnew(database, keyring, columns, {
    prefixes: null,
    reopen: (sealed, place) =>
      unboundToo && isUnbound(sealed) ? openUnbound(keyring, sealed) : open(keyring, sealed, place),
  })
}

/**
 * Values from before seals were bound to a place are bound to the one they lie in. Happens once, before the server
 * answers anybody; from then on the database says that there are none, and whoever puts one back finds it refused.
 */
export async function bindOldSeals(
  database: Database,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<RotationReport> {
  if (await areSealsBound(database)) return { resealed: 0, unreadable: [] }
  const report = await sealAnew(database, keyring, columns, {
    prefixes: "v1.",
    reopen: (sealed) => openUnbound(keyring, sealed),
  })
  // One whose key is missing may be opened yet, once the key is known again.
  if (report.unreadable.length === 0) await database.pool.query("UPDATE platform.sealing SET bound_at = now()")
  return report
}

async function areSealsBound(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ bound: boolean }>(
    "SELECT bound_at IS NOT NULL AS bound FROM platform.sealing",
  )
  // A row that somebody removed must not bring the old form back.
  return rows[0]?.bound ?? true
}

interface Choice {
  /** Only values that begin so; null for all that are not under the current key. */
  prefixes: string | null
  reopen(sealed: string, place: ReturnType<SealedColumn["at"]>): string
}

async function sealAnew(
  database: Database,
  keyring: Keyring,
  columns: readonly SealedColumn[],
  choice: Choice,
): Promise<RotationReport> {
  const report: RotationReport = { resealed: 0, unreadable: [] }
  for (const column of columns) await sealColumnAnew(database, keyring, column, choice, report)
  return report
}

async function sealColumnAnew(
  database: Database,
  keyring: Keyring,
  sealedColumn: SealedColumn,
  { prefixes, reopen }: Choice,
  report: RotationReport,
): Promise<void> {
  const from = sealedColumn.table.split(".").map(pg.escapeIdentifier).join(".")
  const name = pg.escapeIdentifier(sealedColumn.column)
  const key = `${pg.escapeIdentifier(sealedColumn.key)}::text`
  const wanted = prefixes === null ? `NOT starts_with(${name}, $1)` : `starts_with(${name}, $1)`
  const unreadable = new Set<string>()
  for (;;) {
    const { rows } = await database.pool.query<{ key: string; sealed: string }>(
      `SELECT ${key} AS key, ${name} AS sealed FROM ${from}
       WHERE ${name} IS NOT NULL AND ${name} <> '' AND ${wanted} AND ${key} <> ALL ($2) LIMIT ${BATCH}`,
      [prefixes ?? `${headOf(keyring.current.id)}.`, [...unreadable]],
    )
    if (rows.length === 0) return
    for (const row of rows) {
      const place = sealedColumn.at(row.key)
      let renewed: string
      try {
        renewed = seal(keyring, reopen(row.sealed, place), place)
      } catch {
        unreadable.add(row.key)
        report.unreadable.push(`${sealedColumn.table}.${sealedColumn.column} (${describe(row.sealed)})`)
        continue
      }
      // By its old text: a value that somebody replaced meanwhile is already under the current key.
      const result = await database.pool.query(`UPDATE ${from} SET ${name} = $1 WHERE ${key} = $2 AND ${name} = $3`, [
        renewed,
        row.key,
        row.sealed,
      ])
      report.resealed += result.rowCount ?? 0
    }
  }
}

/** Never the value: what is not sealed may be a secret in clear. */
function describe(sealed: string): string {
  const keyId = keyIdOf(sealed)
  return keyId === null ? "not sealed" : `key ${keyId}`
}
