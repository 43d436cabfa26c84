import { sql } from "drizzle-orm"
import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { turnTwoFactorOff } from "../../identity/sign-in/two-factor-store.ts"
import { demandMayActFor } from "./demand-manageable.ts"
import { readPerson } from "./get-person.ts"
import { shutOut } from "./shut-out.ts"

/** For a lost phone or key. Sessions end too: whoever found the phone may be signed in on it. */
export const resetSecondFactor = implement(peopleContract.resetSecondFactor, async (ctx, { id }) => {
  const { name, totp, passkeys } = await demandMayActFor(ctx, id)
  await turnTwoFactorOff(ctx.tx, id)
  await ctx.tx.execute(sql`DELETE FROM platform.passkey WHERE person_id = ${id}::uuid`)
  await shutOut(ctx.tx, id)
  ctx.audit({ thing: { id, name }, before: { totp, passkeys }, after: { totp: false, passkeys: 0 } })
  forgetPrincipal(ctx, `user:${id}`)
  return readPerson(ctx, id)
})
