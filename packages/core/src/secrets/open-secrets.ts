import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"
import { STORED_SECRET } from "./sealed-columns.ts"
import type { Secrets } from "./secrets.ts"

export interface OpenSecret {
  value: string
  /** Where it may go, as whoever set it wrote: `api.example.com`, `*.example.com`. None: nowhere. */
  hosts: readonly string[]
}

/**
 * The values behind these names, for the code that sends them, by the names as they were asked for; those that nobody
 * has set are left out. What it gives goes into no answer, and only where `hosts` says.
 */
export async function openSecrets(
  tx: Tx,
  secrets: Secrets,
  names: readonly string[],
): Promise<Record<string, OpenSecret>> {
  return byAskedName(names, await storedUnder(tx, names), ({ name, sealed, hosts }) => ({
    value: secrets.open(sealed, STORED_SECRET.at(name)),
    hosts,
  }))
}

/** Which of these names are set, and where they may go: for those who judge a reference and need no value. */
export async function knownSecrets(
  tx: Tx,
  names: readonly string[],
): Promise<Record<string, Pick<OpenSecret, "hosts">>> {
  return byAskedName(names, await storedUnder(tx, names), ({ hosts }) => ({ hosts }))
}

interface StoredRow extends Record<string, unknown> {
  name: string
  sealed: string
  hosts: string[]
}

async function storedUnder(tx: Tx, names: readonly string[]): Promise<StoredRow[]> {
  if (names.length === 0) return []
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const { rows } = await tx.execute<StoredRow>(
    sql`SELECT name, sealed, hosts FROM platform.secret WHERE lower(name) = ANY (${sql.param(wanted)}::text[])`,
  )
  return rows
}

function byAskedName<T>(
  names: readonly string[],
  rows: readonly StoredRow[],
  read: (row: StoredRow) => T,
): Record<string, T> {
  const known = new Map(rows.map((row) => [row.name.toLowerCase(), read(row)]))
  // fromEntries defines, so that a name such as "constructor" is found only where somebody set it.
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = known.get(name.toLowerCase())
      return found === undefined ? [] : [[name, found]]
    }),
  )
}
