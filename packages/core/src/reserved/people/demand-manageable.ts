import type { Ctx } from "../../access/ctx.ts"
import { ConflictError, ForbiddenError } from "../../errors.ts"
import { loadHoldings } from "../../identity/principal/load-holdings.ts"
import { holds } from "../../identity/principal/principal.ts"
import { demandTeamsWithin } from "../teams/demand-teams-within.ts"
import { demandPerson } from "./get-person.ts"
import { isLastAdministrator, lockAdministrators, type PersonRecord } from "./person-store.ts"

/** One manages people who hold no more than oneself: whoever may disable an administrator would be above them. */
export async function demandManageable(ctx: Ctx, id: string): Promise<PersonRecord> {
  const person = await demandPerson(ctx, id)
  if (person.state === "erased")
    throw new ConflictError(`${person.name} was erased, so there is nothing left to manage.`)
  const { ruleIds } = await loadHoldings(ctx.tx, "user", id)
  const beyond = [...ctx.runtime.registry.expand(ruleIds)].filter((rule) => !holds(ctx.principal, rule)).sort()
  if (beyond.length > 0)
    throw new ForbiddenError(
      `${person.name} holds ${beyond[0] === "*" ? "every permission" : beyond[0]}, which ${ctx.principal.name} lacks. An administrator can do this.`,
    )
  return person
}

/** For what would let the caller sign in as the person. */
export async function demandMayActFor(ctx: Ctx, id: string): Promise<PersonRecord> {
  const person = await demandManageable(ctx, id)
  await demandTeamsWithin(ctx, person)
  return person
}

/** Holds until the transaction ends, so that of two who remove each other one comes late and is told. */
export async function demandAnotherAdministrator(ctx: Ctx, person: { id: string; name: string }): Promise<void> {
  await lockAdministrators(ctx.tx)
  if (await isLastAdministrator(ctx.tx, person.id))
    throw new ConflictError(
      `${person.name} is the last administrator, and without one nobody could manage this installation. Make somebody else an administrator first.`,
    )
}
