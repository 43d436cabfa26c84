import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { teamsContract } from "../../contract/platform/teams.ts"
import { ConflictError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { findThing } from "../sharing/find-thing.ts"
import { nameOf } from "../sharing/get-sharing.ts"
import { lockSharing, privateThingsOwnedOnlyBy } from "../sharing/sharing-store.ts"
import { demandTeam } from "./get-team.ts"
import { grantsOf, membersOf, removeTeam } from "./team-store.ts"
import { visibleGrants } from "./visible-grants.ts"

export const deleteTeam = implement(teamsContract.deleteTeam, async (ctx, { id }) => {
  const team = await demandTeam(ctx, id)
  const grants = await grantsOf(ctx.tx, id, visibleGrants(ctx))
  for (const grant of grants) await lockSharing(ctx.tx, grant)
  await demandOtherOwners(ctx, team)

  const before = { ...team, members: await membersOf(ctx.tx, id), grants }
  await removeTeam(ctx.tx, id)
  ctx.audit({ before })
  for (const resource of new Set(grants.map((grant) => grant.resource))) ctx.signal(resource)
  ctx.signal("platform.person")
  for (const { kind, id: memberId } of before.members) forgetPrincipal(ctx, `${kind}:${memberId}`)
  return {}
})

async function demandOtherOwners(ctx: Ctx, team: { id: string; name: string }): Promise<void> {
  const orphans: string[] = []
  for (const thing of await privateThingsOwnedOnlyBy(ctx.tx, team.id)) {
    const found = await findThing(ctx, thing.resource, thing.thingId, "platform")
    // A grant on a thing that is gone keeps nobody.
    if (found) orphans.push(nameOf({ ...thing, ...found }))
  }
  if (orphans.length === 0) return
  const more = orphans.length > 1 ? ` and ${orphans.length - 1} more` : ""
  throw new ConflictError(
    `The team ${team.name} is the only owner of ${orphans[0]}${more}, which nobody could reach without it. Make another team the owner first, or open it to everyone.`,
  )
}
