import { sql } from "drizzle-orm"
import type { ConfirmPolicy } from "../contract/platform/oauth.ts"
import type { Tx } from "../db/database.ts"
import type { Principal } from "./principal.ts"

/** Who confirms what this principal's tools propose. A person's own session always asks the person. */
export async function confirmPolicyOf(tx: Tx, principal: Principal): Promise<ConfirmPolicy> {
  if (principal.kind !== "application") return "person"
  const table = principal.actsFor ? sql`platform.oauth_client` : sql`platform.application`
  const { rows } = await tx.execute<{ confirm: ConfirmPolicy }>(
    sql`SELECT confirm FROM ${table} WHERE id = ${principal.id}::uuid`,
  )
  return rows[0]?.confirm ?? "person"
}
