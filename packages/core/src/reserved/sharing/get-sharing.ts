import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type Sharing, sharingContract } from "../../contract/platform/sharing.ts"
import { teamAccess } from "../../contract/platform/teams.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ForbiddenError, NotFoundError } from "../../errors.ts"
import { holds } from "../../identity/principal/principal.ts"
import { demandShareable, findThing } from "./find-thing.ts"
import { grantsOn, isPrivate, ownsByGrant, type Thing } from "./sharing-store.ts"

export const getSharing = implement(sharingContract.getSharing, async (ctx, thing) => readSharing(ctx, thing))

/**
 * Those who manage teams see the sharing of private things too, for somebody must be able to hand a thing over
 * whose last owner has left; the thing itself stays closed to them until they grant it to a team of theirs.
 */
export async function readSharing(ctx: Ctx, thing: Thing): Promise<Sharing> {
  const { resource, thingId } = thing
  demandShareable(ctx, resource)
  const managesTeams = holds(ctx.principal, teamAccess.manage)
  const found = await findThing(ctx, resource, thingId, managesTeams ? "platform" : "caller")
  if (!found || !(managesTeams || (await isWithinReach(ctx, thing))))
    throw new NotFoundError(`The ${nounOf(resource)} ${thingId} does not exist, or is not yours to see.`)
  return {
    resource,
    thingId,
    name: found.name,
    private: await isPrivate(ctx.tx, thing),
    grants: await grantsOn(ctx.tx, thing),
    mayChange: await mayChangeSharing(ctx, thing),
  }
}

/** For the verbs that change it. */
export async function readChangeableSharing(ctx: Ctx, thing: Thing): Promise<Sharing> {
  const sharing = await readSharing(ctx, thing)
  if (sharing.mayChange) return sharing
  throw new ForbiddenError(
    `${ctx.principal.name} is not an owner of ${nameOf(sharing)}. One of its owners can share it, or somebody with the permission ${teamAccess.manage.id}.`,
  )
}

/** Asked again after a change: whoever gave their own team's right away has had their last word. */
export async function mayChangeSharing(ctx: Ctx, thing: Thing): Promise<boolean> {
  if (holds(ctx.principal, teamAccess.manage)) return true
  // No scope names what a team's ownership opens, so nobody let an app have it.
  return !ctx.principal.scopes && (await ownsByGrant(ctx.tx, thing, ctx.principal.teamIds))
}

export function nameOf(sharing: Pick<Sharing, "name" | "resource" | "thingId">): string {
  return sharing.name ? quoteName(sharing.name) : `the ${nounOf(sharing.resource)} ${sharing.thingId}`
}

async function isWithinReach(ctx: Ctx, { resource, thingId }: Thing): Promise<boolean> {
  const own = [...ctx.runtime.registry.rules.values()].filter((rule) => rule.resource === resource)
  const read = own.filter((rule) => rule.id === `${resource}.read`)
  const within = await ctx.reachable([thingId], { resource, level: "viewer", rules: read.length > 0 ? read : own })
  return within.has(thingId)
}

function nounOf(resource: string): string {
  return resource.split(".").at(-1) ?? resource
}
