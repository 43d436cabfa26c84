import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type PersonDetails, peopleContract, personAccess } from "../../contract/platform/people.ts"
import { NotFoundError } from "../../errors.ts"
import { holds } from "../../identity/principal/principal.ts"
import { findPerson, isLastAdministrator, type PersonRecord } from "./person-store.ts"

export const getPerson = implement(peopleContract.getPerson, async (ctx, { id }) => readPerson(ctx, id))

export async function readPerson(ctx: Ctx, id: string): Promise<PersonDetails> {
  const { totp, passkeys, sessions, lastSignInAt, ...person } = await demandPerson(ctx, id)
  const manages = holds(ctx.principal, personAccess.manage)
  return {
    ...person,
    secondFactor: manages ? totp : null,
    lastAdministrator: await isLastAdministrator(ctx.tx, id),
    security: manages || id === ctx.principal.id ? { totp, passkeys, sessions, lastSignInAt } : null,
  }
}

export async function demandPerson(ctx: Ctx, id: string): Promise<PersonRecord> {
  const person = await findPerson(ctx.tx, id)
  if (!person) throw new NotFoundError(`No person has the id ${id}. List them with platform.listPeople.`)
  return person
}
