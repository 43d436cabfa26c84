import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"

/** What somebody said to the assistant goes with them. The audit log keeps what its tools did. */
export async function forgetPersonInChat(tx: Tx, personId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM platform.conversation WHERE owner_id = ${personId}`)
  return rowCount ?? 0
}
