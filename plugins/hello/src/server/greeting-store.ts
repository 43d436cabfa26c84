import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Greeting } from "../contract.ts"

export async function latestGreetings(tx: Tx): Promise<Greeting[]> {
  const { rows } = await tx.execute<GreetingRow>(sql`SELECT ${COLUMNS} FROM hello.greeting ORDER BY at DESC LIMIT 50`)
  return rows.map(toGreeting)
}

export async function addGreeting(
  tx: Tx,
  { to, from, words }: { to: string; from: string; words: string },
): Promise<Greeting> {
  const { rows } = await tx.execute<GreetingRow>(
    sql`INSERT INTO hello.greeting ("to", "from", words) VALUES (${to}, ${from}, ${words}) RETURNING ${COLUMNS}`,
  )
  return toGreeting(rows[0]!)
}

/** Null when the lease is another's by now: the WHERE decides it. */
export async function dropGreeting(tx: Tx, { id, lease }: { id: string; lease: string }): Promise<Greeting | null> {
  const { rows } = await tx.execute<GreetingRow>(
    sql`DELETE FROM hello.greeting WHERE id = ${id}::uuid AND lease = ${lease}::uuid RETURNING ${COLUMNS}`,
  )
  return rows[0] ? toGreeting(rows[0]) : null
}

const COLUMNS = sql.raw(`id, "to", "from", words, at`)

type GreetingRow = Omit<Greeting, "at"> & { at: string | Date }

function toGreeting(row: GreetingRow): Greeting {
  return { ...row, at: new Date(row.at).toISOString() }
}
