import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type TeamDetails, teamsContract } from "../../contract/platform/teams.ts"
import { NotFoundError } from "../../errors.ts"
import { findThing } from "../sharing/find-thing.ts"
import { type BareTeam, findTeam, type GrantRow, grantsOf, membersOf } from "./team-store.ts"
import { visibleGrants } from "./visible-grants.ts"

export const getTeam = implement(teamsContract.getTeam, async (ctx, { id }) => readTeam(ctx, id))

export async function readTeam(ctx: Ctx, id: string): Promise<TeamDetails> {
  const team = await demandTeam(ctx, id)
  const grants = await grantsOf(ctx.tx, id, visibleGrants(ctx))
  return { ...team, members: await membersOf(ctx.tx, id), grants: await withNames(ctx, grants) }
}

export async function demandTeam(ctx: Ctx, id: string): Promise<BareTeam> {
  const team = await findTeam(ctx.tx, id)
  if (!team) throw new NotFoundError(`No team has the id ${id}. List them with platform.listTeams.`)
  return team
}

// About 1 ms each, so that a page with this many still answers in a fifth of a second; the rest goes by id.
const MOST_NAMES = 200

export async function withNames<Grant extends Pick<GrantRow, "resource" | "thingId">>(
  ctx: Ctx,
  grants: readonly Grant[],
): Promise<(Grant & { name: string | null })[]> {
  const named: (Grant & { name: string | null })[] = []
  for (const [index, grant] of grants.entries()) {
    const found = index < MOST_NAMES ? await findThing(ctx, grant.resource, grant.thingId, "platform") : null
    named.push({ ...grant, name: found?.name ?? null })
  }
  return named
}
