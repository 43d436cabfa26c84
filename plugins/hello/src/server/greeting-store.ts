import type { Tx } from "@countersign/core/server"
import { desc } from "drizzle-orm"
import { pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Greeting } from "../contract.ts"

const greetings = pgSchema("hello").table("greeting", {
  id: uuid().primaryKey().defaultRandom(),
  to: text().notNull(),
  from: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

export async function latestGreetings(tx: Tx): Promise<Greeting[]> {
  const rows = await tx.select().from(greetings).orderBy(desc(greetings.at)).limit(50)
  return rows.map(toGreeting)
}

export async function addGreeting(tx: Tx, greeting: { to: string; from: string }): Promise<Greeting> {
  const [row] = await tx.insert(greetings).values(greeting).returning()
  return toGreeting(row!)
}

function toGreeting(row: typeof greetings.$inferSelect): Greeting {
  return { ...row, at: row.at.toISOString() }
}
