import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { z } from "zod"
import type { Greeting, GreetingLeft } from "../contract.ts"

export async function latestGreetings(tx: Tx): Promise<Greeting[]> {
  const { rows } = await tx.execute<GreetingRow>(sql`SELECT ${COLUMNS} FROM hello.greeting ORDER BY at DESC LIMIT 50`)
  return rows.map(toGreeting)
}

export async function countGreetings(tx: Tx): Promise<{ greetings: number; latest: string | null }> {
  const { rows } = await tx.execute<{ greetings: number; latest: string | Date | null }>(
    sql`SELECT count(*)::int AS greetings, max(at) AS latest FROM hello.greeting`,
  )
  const { greetings, latest } = rows[0]!
  return { greetings, latest: latest && new Date(latest).toISOString() }
}

/** In the order of their numbers, which is that of their commits: whoever adds one holds the lock on the door. */
export async function greetingsAfter(tx: Tx, number: number): Promise<z.infer<typeof GreetingLeft>[]> {
  const { rows } = await tx.execute<{ number: string; from: string; words: string }>(
    sql`SELECT number, "from", words FROM hello.greeting WHERE number > ${number} ORDER BY number LIMIT 100`,
  )
  return rows.map(({ number, from, words }) => ({ sequence: Number(number), from, words }))
}

export async function numberOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(sql`SELECT number FROM hello.greeting WHERE id = ${id}::uuid`)
  return Number(rows[0]!.number)
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
