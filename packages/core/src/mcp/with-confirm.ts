import type { Tx } from "../db/database.ts"
import { confirmPolicyOf } from "../identity/confirm-policy.ts"
import type { Principal } from "../identity/principal.ts"

/** A principal is loaded anew when an administrator changes the policy, so what was asked once stays true for it. */
const known = new WeakMap<Principal, Promise<Principal>>()

/** The principal with whether it may confirm what it proposes. */
export function withConfirm(tx: Tx, principal: Principal): Promise<Principal> {
  let made = known.get(principal)
  if (!made) {
    made = ask(tx, principal)
    known.set(principal, made)
    made.catch(() => known.delete(principal))
  }
  return made
}

async function ask(tx: Tx, principal: Principal): Promise<Principal> {
  if (principal.kind !== "application" || principal.confirms !== undefined) return principal
  return { ...principal, confirms: (await confirmPolicyOf(tx, principal)) === "client" }
}
