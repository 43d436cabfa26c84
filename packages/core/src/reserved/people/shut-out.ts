import type { Tx } from "../../db/database.ts"
import { withdrawResetLinks } from "../../identity/one-time-link.ts"
import { endSessionsOf } from "../../identity/session/session-store.ts"

/** Sessions, and the reset links that would open new ones. Owes `forgetPrincipal`, like all that ends sessions. */
export async function shutOut(tx: Tx, personId: string): Promise<void> {
  await endSessionsOf(tx, personId)
  await withdrawResetLinks(tx, personId)
}
