import pg from "pg"
import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"
import type { Signals } from "../signals/signals.ts"
import type { SealedColumn } from "./sealed-place.ts"
import type { Secrets } from "./secrets.ts"

/** Says that something was sealed, never what: whoever hears it looks in the database. */
export const SEALED_CHANNEL = "sealed"

/**
 * Has the mask know every secret that is stored, also those that another server sealed or this one before it was
 * started. Reads them now and again whenever somebody seals one.
 */
export async function knowStoredSecrets(options: {
  database: Database
  secrets: Secrets
  signals: Signals
  columns: readonly SealedColumn[]
  log: Log
}): Promise<void> {
  const { database, secrets, signals, log } = options
  const columns = options.columns.filter((column) => !column.document)
  // As they are sealed: the same text is opened once.
  const opened = new Set<string>()
  let reading = false
  let again = false

  async function read(): Promise<void> {
    for (const column of columns)
      for (const { key, sealed } of await sealedIn(database, column)) open(column, key, sealed)
  }

  function open(column: SealedColumn, key: string, sealed: string): void {
    if (opened.has(sealed)) return
    opened.add(sealed)
    try {
      secrets.open(sealed, column.at(key))
    } catch {
      // Nobody here can open it, so nobody here can give it away. The start of the server has warned of it.
    }
  }

  async function readAnew(): Promise<void> {
    again = true
    if (reading) return
    reading = true
    try {
      while (again) {
        again = false
        await read()
      }
    } catch (error) {
      log.warn("Newly stored secrets could not be read; this server does not mask them yet.", { error })
    } finally {
      reading = false
    }
  }

  signals.subscribe(SEALED_CHANNEL, () => void readAnew())
  signals.onGap(() => void readAnew())
  await read()
}

async function sealedIn(database: Database, column: SealedColumn): Promise<{ key: string; sealed: string }[]> {
  const from = column.table.split(".").map(pg.escapeIdentifier).join(".")
  const name = pg.escapeIdentifier(column.column)
  const { rows } = await database.pool.query<{ key: string; sealed: string }>(
    `SELECT ${pg.escapeIdentifier(column.key)}::text AS key, ${name} AS sealed FROM ${from}
     WHERE ${name} IS NOT NULL AND ${name} <> ''`,
  )
  return rows
}
