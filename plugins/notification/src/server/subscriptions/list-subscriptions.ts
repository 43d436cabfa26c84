import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, holds, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { notificationContract, subscriptionAccess } from "../../contract.ts"
import { personOf } from "../person.ts"
import { presentSubscriptions, teamNames } from "./present-subscription.ts"
import { aboutSystem, listSubscriptions, type StoredSubscription } from "./subscription-store.ts"
import { OWN_CHANNEL } from "./subscription-words.ts"

export const subscriptions = implement(notificationContract.subscriptions, async (ctx) => {
  const person = personOf(ctx.principal)
  if (!person) return { items: [] }
  const stored = await listSubscriptions(ctx.tx, sql`s.person_id = ${person.id}::uuid`)
  return { items: await presentSubscriptions(ctx, stored) }
})

export const teamSubscriptions = implement(notificationContract.teamSubscriptions, async (ctx, { teamId }) => {
  const condition = teamId === undefined ? sql`s.team_id IS NOT NULL` : sql`s.team_id = ${teamId}::uuid`
  return { items: await presentSubscriptions(ctx, await listSubscriptions(ctx.tx, condition)) }
})

/** So many are named on a page; there is no use in more. */
const MOST_NAMED = 100

export const told = implement(notificationContract.told, async (ctx, { systemId }) => {
  const { groups } = await ctx.call(catalogContract.getSystem, { systemId })
  const groupIds = groups.map(({ id }) => id)
  const about = aboutSystem(systemId, groupIds)
  const me = personOf(ctx.principal)?.id ?? null
  // Asked for by themselves: among those of a thousand others one's own would not be found.
  const mine = me === null ? [] : await listSubscriptions(ctx.tx, sql`${about} AND s.person_id = ${me}::uuid`)
  if (!holds(ctx.principal, subscriptionAccess.manage))
    return { mine: await presentSubscriptions(ctx, mine), others: null }
  const others = sql`${about} AND s.person_id IS DISTINCT FROM ${me}::uuid`
  return {
    mine: await presentSubscriptions(ctx, mine),
    others: await named(ctx, await listSubscriptions(ctx.tx, others, MOST_NAMED)),
  }
})

async function named(ctx: Ctx, stored: readonly StoredSubscription[]) {
  const teams = await teamNames(
    ctx,
    stored.flatMap(({ teamId }) => teamId ?? []),
  )
  const found = []
  for (const { personId, teamId, channelName, channelOwnerId } of stored) {
    const by = channelOwnerId === null ? (channelName ?? "e-mail") : OWN_CHANNEL
    if (teamId) found.push({ kind: "team" as const, id: teamId, name: teams.get(teamId) ?? "A team", by })
    if (!personId) continue
    const person = await ctx.runtime.identity.load({ kind: "user", id: personId, grantId: null }, ctx.tx)
    if (person) found.push({ kind: "person" as const, id: personId, name: person.name, by })
  }
  return found
}
