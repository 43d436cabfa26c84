import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { endSessionsOf } from "../../identity/session-store.ts"

/** Sessions, and the reset links that would open new ones. Owes `forgetPrincipal`, like all that ends sessions. */
export async function shutOut(tx: Tx, personId: string): Promise<void> {
  await endSessionsOf(tx, personId)
  await tx.execute(sql`DELETE FROM platform.one_time_link
    WHERE kind = 'password-reset' AND person_id = ${personId}::uuid AND used_at IS NULL`)
}
