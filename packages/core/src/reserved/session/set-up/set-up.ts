import { sql } from "drizzle-orm"
import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError, ForbiddenError } from "../../../errors.ts"
import { consumeLink, readLink } from "../../../identity/one-time-link.ts"
import { anybodyExists, anybodyExistsForSure } from "../../../identity/person-store.ts"
import { demandGoodPassword, hashPassword } from "../../../identity/sign-in/password.ts"
import { beginAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import { writeRefusal } from "../refuse.ts"
import { demandHttp, startSession } from "../sign-in/start-session.ts"
import { createPerson } from "./create-person.ts"

const DONE = "Countersign is set up already. Sign in, or ask an administrator for an invitation."
const WRONG_CODE =
  "This set-up code is wrong, used or expired. Start the server again: it prints a link with a new code."

export const setUp = implement(sessionContract.setUp, async (ctx, { code, name, email, password }) => {
  const { database } = ctx.runtime
  const { address } = demandHttp(ctx)
  if (await anybodyExists(database.direct)) throw new ConflictError(DONE)
  if (!(await readLink(database.direct, "set-up", code))) {
    // Only wrong codes count: the right one is beyond guessing, and nobody shall be able to keep it from opening.
    await beginAttempt(database, "set-up", { subject: null, address })
    await writeRefusal(ctx, "Wrong set-up code.")
    throw new ForbiddenError(WRONG_CODE)
  }
  demandGoodPassword(password, email)
  const passwordHash = await hashPassword(password, { address })

  if (await anybodyExistsForSure(ctx.tx)) throw new ConflictError(DONE)
  if (!(await consumeLink(ctx.tx, "set-up", code))) throw new ForbiddenError(WRONG_CODE)
  await ctx.tx.execute(sql`DELETE FROM platform.one_time_link WHERE kind = 'set-up' AND used_at IS NULL`)
  const roleIds = ["administrator"]
  const person = await createPerson(ctx, { name, email, passwordHash, roleIds, teamIds: [] })
  await startSession(ctx, person.id)
  const after = { ...person, roleIds }
  ctx.audit({ thing: { type: "platform.person" }, after, note: "Set up Countersign and signed in." })
  return { status: "signedIn" as const }
})
