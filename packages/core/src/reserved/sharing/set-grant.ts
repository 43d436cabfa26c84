import { implement } from "../../access/implement.ts"
import { sharingContract } from "../../contract/platform/sharing.ts"
import { ConflictError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandTeam } from "../teams/get-team.ts"
import { mayChangeSharing, nameOf, readChangeableSharing, readSharing } from "./get-sharing.ts"
import { dropGrant, lockSharing, putGrant } from "./sharing-store.ts"

export const setGrant = implement(sharingContract.setGrant, async (ctx, { teamId, level, ...thing }) => {
  const { mayChange: _, ...seen } = await readChangeableSharing(ctx, thing)
  const team = await demandTeam(ctx, teamId)
  if ((seen.grants.find((grant) => grant.team.id === teamId)?.level ?? null) === level) return readSharing(ctx, thing)

  await lockSharing(ctx.tx, thing)
  const { mayChange: __, ...before } = await readChangeableSharing(ctx, thing)
  if (level) await putGrant(ctx.tx, thing, teamId, level)
  else await dropGrant(ctx.tx, thing, teamId)
  const owners = before.grants.filter((grant) => grant.level === "owner" && grant.team.id !== teamId).length
  if (before.private && owners === 0 && level !== "owner")
    throw new ConflictError(
      `${nameOf(before)} is private and the team ${team.name} is its only owner. Make another team the owner first, or open the thing to everyone.`,
    )

  const grants = before.grants.filter((grant) => grant.team.id !== teamId)
  const after = { ...before, grants: level ? [...grants, { team: { id: teamId, name: team.name }, level }] : grants }
  ctx.audit({
    thing: { type: thing.resource, id: thing.thingId, name: before.name ?? undefined },
    before,
    after,
    wroteOn: [],
  })
  ctx.signal(thing.resource)
  ctx.signal("platform.team")
  forgetPrincipal(ctx, "all")
  return { ...after, mayChange: await mayChangeSharing(ctx, thing) }
})
