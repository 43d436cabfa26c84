import { teamsContract } from "@countersign/core/contract"
import { type Ctx, InvalidInputError, implement, NotFoundError, thingNames, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { type Lowest, notificationContract, type Subscription, type Topic } from "../../contract.ts"
import { demandChoice } from "../channels/demand-channel.ts"
import { demandPerson } from "../person.ts"
import { groupNames, presentSubscriptions } from "./present-subscription.ts"
import {
  countSubscriptions,
  deleteSubscriptions,
  listSubscriptions,
  putSubscription,
  type StoredSubscription,
  type Subscriber,
  type Target,
} from "./subscription-store.ts"
import { subscriptionInWords } from "./subscription-words.ts"

export const subscribe = implement(notificationContract.subscribe, async (ctx, { channelId, ...chosen }) => {
  const person = demandPerson(ctx.principal)
  await demandChoice(ctx, channelId, { forTeam: false })
  return { subscriptions: await put(ctx, { personId: person.id }, channelId, chosen) }
})

export const unsubscribe = implement(notificationContract.unsubscribe, async (ctx, { subscriptionIds }) => {
  const person = demandPerson(ctx.principal)
  return { ended: await end(ctx, subscriptionIds, sql`s.person_id = ${person.id}::uuid`) }
})

export const subscribeTeam = implement(
  notificationContract.subscribeTeam,
  async (ctx, { teamId, channelId, ...chosen }) => {
    await ctx.call(teamsContract.getTeam, { id: teamId })
    await demandChoice(ctx, channelId, { forTeam: true })
    return { subscriptions: await put(ctx, { teamId }, channelId, chosen) }
  },
)

export const unsubscribeTeam = implement(notificationContract.unsubscribeTeam, async (ctx, { subscriptionIds }) => ({
  ended: await end(ctx, subscriptionIds, sql`s.team_id IS NOT NULL`),
}))

/** More would be a list that nobody keeps in order. */
const MOST_EACH = 500

interface Chosen {
  systemIds: readonly string[]
  groupIds: readonly string[]
  everything: boolean
  about: readonly Topic[]
  from: Lowest
}

async function put(
  ctx: Ctx,
  subscriber: Subscriber,
  channelId: string | null,
  chosen: Chosen,
): Promise<Subscription[]> {
  const targets = await demandTargets(ctx, chosen)
  const { about, from } = chosen
  const at = await ctx.now()
  const ids: string[] = []
  for (const target of targets)
    ids.push(await putSubscription(ctx.tx, subscriber, target, { channelId, about, from, at }))
  const whose =
    "personId" in subscriber
      ? sql`s.person_id = ${subscriber.personId}::uuid`
      : sql`s.team_id = ${subscriber.teamId}::uuid`
  if ((await countSubscriptions(ctx.tx, whose)) > MOST_EACH)
    throw new InvalidInputError(
      `That would be more than ${MOST_EACH} subscriptions. Choose groups instead of single systems, or end some first.`,
    )
  const after = await presentSubscriptions(ctx, await listSubscriptions(ctx.tx, sql`s.id = ANY(${uuids(ids)})`))
  ctx.audit({ thing: thingOf(subscriber), after: chosenView(targets, chosen, after[0]!.channel), wroteOn: [] })
  return after
}

/** What was chosen, by name: for the audit log and for the card before it. */
export function chosenView(
  targets: Awaited<ReturnType<typeof demandTargets>>,
  { everything, about, from }: Pick<Chosen, "everything" | "about" | "from">,
  channel: { id: string; name: string } | null,
) {
  return {
    systems: targets.flatMap((one) => ("systemId" in one ? [{ id: one.systemId, name: one.name }] : [])),
    groups: targets.flatMap((one) => ("groupId" in one ? [{ id: one.groupId, name: one.name }] : [])),
    everything,
    about,
    from,
    channel: channel ?? "Own e-mail",
  }
}

/** Each as the caller may see it: what is hidden looks as if it were gone. */
export async function demandTargets(ctx: Ctx, { systemIds, groupIds, everything }: Omit<Chosen, "about" | "from">) {
  const systems = await thingNames(ctx, "catalog.system", systemIds)
  const missing = systemIds.find((id) => !systems.has(id))
  if (missing) throw new NotFoundError(`The system ${missing} does not exist, or is not yours to see.`)
  const groups = await groupNames(ctx, groupIds)
  const absent = groupIds.find((id) => !groups.has(id))
  if (absent) throw new NotFoundError(`The group ${absent} does not exist, or is not yours to see.`)
  return [
    ...[...systems].map(([systemId, name]) => ({ systemId, name })),
    ...[...groups].map(([groupId, name]) => ({ groupId, name })),
    ...(everything ? [{ everything: true as const, name: "Every system" }] : []),
  ] satisfies (Target & { name: string })[]
}

async function end(ctx: Ctx, ids: readonly string[], whose: SQL): Promise<number> {
  const condition = sql`s.id = ANY(${uuids(ids)}) AND ${whose}`
  const before = await listSubscriptions(ctx.tx, condition)
  if (before.length === 0)
    throw new NotFoundError("None of these subscriptions is there any more. Read the list again.")
  for (const [id, some] of bySubscriber(before))
    ctx.audit({
      thing: thingOf(some[0]!.personId ? { personId: id } : { teamId: id }),
      before: { subscriptions: (await presentSubscriptions(ctx, some)).map(subscriptionInWords) },
      after: null,
    })
  return deleteSubscriptions(ctx.tx, condition)
}

function bySubscriber(stored: readonly StoredSubscription[]): Map<string, StoredSubscription[]> {
  return Map.groupBy(stored, ({ personId, teamId }) => (personId ?? teamId)!)
}

function thingOf(subscriber: Subscriber) {
  return "personId" in subscriber
    ? { type: "notification.subscription", id: subscriber.personId }
    : { type: "notification.subscription", id: subscriber.teamId }
}
