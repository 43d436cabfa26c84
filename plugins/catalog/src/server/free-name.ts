import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { nameTaken } from "./refusals.ts"

const TABLES = {
  system: sql`catalog.system`,
  group: sql`catalog.system_group`,
  environment: sql`catalog.environment`,
} as const

/**
 * Refuses a name that another one bears. The unique index decides in the end; asking first lets a preview, which
 * writes nothing, refuse what the verb would.
 */
export async function demandFreeName(
  tx: Tx,
  noun: keyof typeof TABLES,
  name: string | undefined,
  ownId?: string,
): Promise<void> {
  if (name === undefined) return
  const result = await tx.execute(
    sql`SELECT 1 FROM ${TABLES[noun]} WHERE name_key = lower(${name}) AND id IS DISTINCT FROM ${ownId ?? null}::uuid`,
  )
  if (result.rows.length > 0) throw nameTaken(noun, name)
}
