import type { Ctx } from "../../../access/ctx.ts"
import { ConflictError, databaseError } from "../../../errors.ts"
import { withdrawInvitationsTo } from "../../../identity/one-time-link.ts"
import { giveRolesAndTeams } from "../../../identity/person-store.ts"
import { withAuthTransaction } from "../../../identity/session/auth-transaction.ts"

export interface NewPerson {
  name: string
  email: string
  /** Null for somebody who comes by a provider and has no password. */
  passwordHash: string | null
  roleIds: readonly string[]
  teamIds: readonly string[]
  /** Whether the address is proved to be theirs: they came by a link that was mailed to it. */
  emailVerified?: boolean
}

export async function createPerson(ctx: Ctx, person: NewPerson): Promise<{ id: string; name: string; email: string }> {
  const { name, email, passwordHash, roleIds, teamIds, emailVerified = false } = person
  const { internalAdapter } = await (await ctx.runtime.identity.auth()).$context
  const id = await withAuthTransaction(ctx.tx, async () => {
    const user = await internalAdapter
      .createUser({ name, email, emailVerified }, { method: "email-password" })
      .catch((error: unknown) => {
        throw databaseError(error)?.code === "23505"
          ? new ConflictError(`${email} belongs to somebody already. Sign in, or ask for a new password.`)
          : error
      })
    if (passwordHash !== null)
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password: passwordHash,
      })
    return user.id
  })
  await withdrawInvitationsTo(ctx.tx, email)
  await giveRolesAndTeams(ctx.tx, id, { roleIds, teamIds })
  ctx.signal("platform.person")
  return { id, name, email }
}
