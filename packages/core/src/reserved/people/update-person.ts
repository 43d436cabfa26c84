import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { ConflictError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandGivableRoles } from "../roles/demand-held.ts"
import { ADMINISTRATOR, replaceRolesOf } from "../roles/role-store.ts"
import { demandAnotherAdministrator, demandManageable } from "./demand-manageable.ts"
import { readPerson } from "./get-person.ts"
import { type PersonRecord, renamePerson } from "./person-store.ts"

export const updatePerson = implement(peopleContract.updatePerson, async (ctx, { id, version, name, roles }) => {
  const person = await demandManageable(ctx, id)
  if (roles) await demandAllowedRoles(ctx, person, roles)
  if (!(await renamePerson(ctx.tx, id, version, name ?? person.name)))
    throw new ConflictError(
      `${person.name} was changed meanwhile. Look at them again before changing them.`,
      await readPerson(ctx, id),
    )
  if (roles) await replaceRolesOf(ctx.tx, "user", id, roles)
  const after = await readPerson(ctx, id)
  ctx.audit({ before: summary(person), after: summary(after) })
  forgetPrincipal(ctx, `user:${id}`)
  if (roles) ctx.signal("platform.role")
  return after
})

async function demandAllowedRoles(ctx: Ctx, person: PersonRecord, roles: readonly string[]): Promise<void> {
  const held = person.roles.map((role) => role.id)
  await demandGivableRoles(ctx, roles, held)
  if (held.includes(ADMINISTRATOR) && !roles.includes(ADMINISTRATOR)) await demandAnotherAdministrator(ctx, person)
}

function summary({ id, name, roles }: Pick<PersonRecord, "id" | "name" | "roles">) {
  return { id, name, roles }
}
