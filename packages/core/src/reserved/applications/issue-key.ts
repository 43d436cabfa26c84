import type { Ctx } from "../../access/ctx.ts"
import type { ApplicationDetails } from "../../contract/platform/applications.ts"
import { InvalidInputError } from "../../errors.ts"
import { createApiKey } from "../../identity/api-key.ts"
import { demandHeld } from "../roles/demand-held.ts"
import { rolesWithRules } from "../roles/role-store.ts"
import { demandTeamsWithin } from "../teams/demand-teams-within.ts"
import { demandApplication } from "./get-application.ts"

/** A key is the application to whoever holds it, so nobody gets one to more than they hold themselves. */
export async function issueKey(
  ctx: Ctx,
  id: string,
  expiresAt: string | undefined,
): Promise<{ application: ApplicationDetails; key: string }> {
  const application = await demandApplication(ctx, id)
  const roles = await rolesWithRules(
    ctx.tx,
    application.roles.map((role) => role.id),
  )
  demandHeld(ctx, [...application.rules, ...roles.flatMap((role) => role.rules)])
  await demandTeamsWithin(ctx, application)
  const until = expiresAt === undefined ? null : new Date(expiresAt)
  if (until && until <= ctx.runtime.now())
    throw new InvalidInputError("The key would have expired already. Choose a later instant.", [
      { path: "expiresAt", message: "Takes an instant in the future." },
    ])
  const { key } = await createApiKey(ctx.tx, id, { expiresAt: until })
  return { application: await demandApplication(ctx, id), key }
}
