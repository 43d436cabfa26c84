import { catalogContract } from "@countersign/catalog/contract"
import { teamsContract } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, NotFoundError, thingNames } from "@countersign/core/server"
import type { Subscription } from "../../contract.ts"
import type { StoredSubscription } from "./subscription-store.ts"

/** As the caller may read them: what they may not see has no name. */
export async function presentSubscriptions(ctx: Ctx, stored: readonly StoredSubscription[]): Promise<Subscription[]> {
  const ids = <Key extends keyof StoredSubscription>(key: Key) =>
    new Set(stored.flatMap((one) => (one[key] === null ? [] : [one[key] as string])))
  const systems = await thingNames(ctx, "catalog.system", ids("systemId"))
  const groups = await groupNames(ctx, ids("groupId"))
  const teams = await teamNames(ctx, ids("teamId"))
  return stored.map((one) => {
    const { id, systemId, groupId, teamId, channelId, channelName, about, from, createdAt } = one
    const target = systemId
      ? { kind: "system" as const, id: systemId, name: systems.get(systemId) ?? null }
      : groupId
        ? { kind: "group" as const, id: groupId, name: groups.get(groupId) ?? null }
        : { kind: "everything" as const, id: null, name: null }
    return {
      id,
      target,
      about,
      from,
      channel: channelId === null ? null : { id: channelId, name: channelName ?? "" },
      team: teamId === null ? null : { id: teamId, name: teams.get(teamId) ?? "A team" },
      createdAt,
    }
  })
}

export async function groupNames(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, string>> {
  return namesOneByOne(ids, async (groupId) => (await ctx.call(catalogContract.getGroup, { groupId })).name)
}

export async function teamNames(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, string>> {
  return namesOneByOne(ids, async (id) => (await ctx.call(teamsContract.getTeam, { id })).name)
}

async function namesOneByOne(ids: Iterable<string>, nameOf: (id: string) => Promise<string>) {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    try {
      names.set(id, await nameOf(id))
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof ForbiddenError)) throw error
    }
  }
  return names
}
