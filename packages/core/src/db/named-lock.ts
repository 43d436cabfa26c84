import { type SQL, sql } from "drizzle-orm"
import type { Tx } from "./database.ts"

/**
 * Advisory locks go by names, `<plugin>:<what>`: nobody has to know which numbers others chose. Of 64 bits, so that two
 * names hardly ever meet; where they do, two wait for each other that need not.
 */
export function lockKey(parameter: `$${number}`): string {
  return `hashtextextended(${parameter}::text, 0)`
}

/** Waits for the name, and holds it until the transaction ends. */
export async function takeLock(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`SELECT ${lockOf(name)}`)
}

/** For a statement that does something besides. */
export function lockOf(name: string): SQL {
  return sql`pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`
}
