import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { anybodyExists, anybodyExistsForSure } from "../../../identity/person-store.ts"
import { demandGoodPassword, hashPassword } from "../../../identity/sign-in/password.ts"
import { createPerson } from "./create-person.ts"

export const createFirstAdministrator = implement(
  sessionContract.createFirstAdministrator,
  async (ctx, { email, password, name = "Administrator" }) => {
    if (await anybodyExists(ctx.runtime.database.direct)) return { created: false }
    demandGoodPassword(password, email)
    const passwordHash = await hashPassword(password, { address: undefined })
    // Several pods may start with the same environment at once.
    if (await anybodyExistsForSure(ctx.tx)) return { created: false }
    const roleIds = ["administrator"]
    const person = await createPerson(ctx, { name, email, passwordHash, roleIds, teamIds: [] })
    const note = "Created from COUNTERSIGN_ADMIN_EMAIL and COUNTERSIGN_ADMIN_PASSWORD."
    ctx.audit({ thing: { type: "platform.person" }, after: { ...person, roleIds }, note })
    return { created: true }
  },
)
