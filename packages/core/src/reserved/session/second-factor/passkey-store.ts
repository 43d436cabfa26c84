import { sql } from "drizzle-orm"
import type { Passkey } from "../../../contract/platform/session.ts"
import type { Tx } from "../../../db/database.ts"

interface PasskeyRow extends Record<string, unknown> {
  id: string
  name: string | null
  backed_up: boolean
  created_at: string
}

export async function listPasskeysOf(tx: Tx, personId: string): Promise<Passkey[]> {
  const result = await tx.execute<PasskeyRow>(sql`SELECT id, name, backed_up, created_at FROM platform.passkey
    WHERE person_id = ${personId} ORDER BY created_at, id`)
  return result.rows.map(toPasskey)
}

/** Null when there is none of that id among this person's. */
export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<Passkey | null> {
  const result = await tx.execute<PasskeyRow>(sql`DELETE FROM platform.passkey
    WHERE id = ${id} AND person_id = ${personId} RETURNING id, name, backed_up, created_at`)
  return result.rows[0] ? toPasskey(result.rows[0]) : null
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name ?? "Passkey",
    createdAt: new Date(row.created_at).toISOString(),
    syncedByProvider: row.backed_up,
  }
}
