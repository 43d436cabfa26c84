import { catalogContract } from "@countersign/catalog/contract"
import { listed, quoteName } from "@countersign/core/contract"
import {
  asFeedback,
  type Ctx,
  defineTool,
  NotFoundError,
  type PreviewThing,
  thingVersions,
  uuids,
} from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { demandUsable } from "../channels/demand-channel.ts"
import { demandPerson } from "../person.ts"
import { presentSubscriptions } from "../subscriptions/present-subscription.ts"
import { chosenView, demandTargets, subscribe, unsubscribe } from "../subscriptions/subscribe.ts"
import { listSubscriptions } from "../subscriptions/subscription-store.ts"
import { subscriptionInWords } from "../subscriptions/subscription-words.ts"
import { quotedChannel, quotedGroup, quotedInSubscription, quotedSystem } from "./quoted.ts"

export const subscribeTool = defineTool({
  name: "subscribe",
  describe: ({ systemIds, groupIds, everything }, say) =>
    `Tell me about ${
      everything
        ? "every system"
        : (say.names(systemIds, "a system", "systems") ?? say.names(groupIds, "a group", "groups") ?? "systems")
    }`,
  verb: subscribe,
  description:
    "Have the operator told about systems from now on, when they say that they want to hear of them. Pass `systemIds` from " +
    "catalog.listSystems or `groupIds` from catalog.listGroups, never names. `about` is what they want to hear of, `from` how bad " +
    "it has to be: `minor` includes a degraded system, `major` and `critical` begin with an unhealthy one. Leave `channelId` out for their e-mail.",
  quotes: ({ input, result }) =>
    result
      ? result.subscriptions.flatMap(quotedInSubscription)
      : [
          ...(input.systemIds ?? []).map((id) => quotedSystem(id)),
          ...(input.groupIds ?? []).map((id) => quotedGroup(id)),
          ...(input.channelId ? [quotedChannel(input.channelId)] : []),
        ],
  async preview(ctx, { channelId, ...chosen }) {
    const targets = await asFeedback("systemIds", () => demandTargets(ctx, chosen))
    const channel = channelId === null ? null : await asFeedback("channelId", () => demandUsable(ctx, channelId))
    // Last: an application that is refused learns nothing of what it named.
    demandPerson(ctx.principal)
    const named = channel && { id: channel.id, name: channel.name }
    return {
      summary: `Tell me about ${listed(targets.map(({ name }) => quoteName(name)))}`,
      after: chosenView(targets, chosen, named),
      things: [
        ...(await thingsOf(ctx, targets)),
        ...(channel ? [{ type: "notification.channel", ...named!, state: { version: channel.version } }] : []),
      ],
    }
  },
  undo: {
    tool: "notification.unsubscribe",
    by: (_input, { subscriptions }) => ({
      input: { subscriptionIds: subscriptions.map(({ id }) => id) },
      label: "Do not tell me",
    }),
  },
})

export const unsubscribeTool = defineTool({
  name: "unsubscribe",
  describe: () => "Do not tell me about something any more",
  verb: unsubscribe,
  description:
    "End what the operator is told, when they no longer want to hear of it. Pass `subscriptionIds` from " +
    "notification.subscriptions, never names.",
  quotes: "outside",
  async preview(ctx, { subscriptionIds: ids }) {
    const { id } = demandPerson(ctx.principal)
    const stored = await listSubscriptions(ctx.tx, sql`s.person_id = ${id}::uuid AND s.id = ANY(${uuids(ids)})`)
    const missing = ids.find((one) => !stored.some((found) => found.id === one))
    if (missing) throw new NotFoundError(`The subscription ${missing} does not exist, or is not yours to see.`)
    const found = await presentSubscriptions(ctx, stored)
    const words = found.map(subscriptionInWords)
    return {
      summary: `Do not tell me any more about ${listed(found.map(({ target }) => (target.name === null ? "every system" : quoteName(target.name))))}`,
      target: { subscriptions: words },
      after: null,
      things: found.map((one, at) => ({ type: "notification.subscription", id: one.id, name: words[at]!, state: one })),
    }
  },
})

async function thingsOf(ctx: Ctx, targets: Awaited<ReturnType<typeof demandTargets>>): Promise<PreviewThing[]> {
  const versions = await thingVersions(
    ctx,
    "catalog.system",
    targets.flatMap((one) => ("systemId" in one ? [one.systemId] : [])),
  )
  const things: PreviewThing[] = []
  for (const one of targets) {
    if ("systemId" in one)
      things.push({
        type: "catalog.system",
        id: one.systemId,
        name: one.name,
        state: { version: versions.get(one.systemId) },
      })
    if (!("groupId" in one)) continue
    const { version } = await ctx.call(catalogContract.getGroup, { groupId: one.groupId })
    things.push({ type: "catalog.group", id: one.groupId, name: one.name, state: { version } })
  }
  return things
}
