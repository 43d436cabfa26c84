import { type Ctx, implement, thingNames } from "@countersign/core/server"
import { type Attempt, type Delivery, notificationContract } from "../../contract.ts"
import { personOf } from "../person.ts"
import { teamNames } from "../subscriptions/present-subscription.ts"
import { OWN_CHANNEL } from "../subscriptions/subscription-words.ts"
import { type ListedDelivery, listAttempts, ownerOf, pageOfDeliveries } from "./delivery-store.ts"

export const deliveries = implement(notificationContract.deliveries, async (ctx, input) => {
  const page = await pageOfDeliveries(ctx.tx, { ...input, readerId: personOf(ctx.principal)?.id ?? null })
  return { ...page, items: await present(ctx, page.items) }
})

export const attempts = implement(notificationContract.attempts, async (ctx, { deliveryId }) => {
  const items = await listAttempts(ctx.tx, deliveryId)
  const hides = isAnothers(ctx, await ownerOf(ctx.tx, deliveryId))
  return {
    items: hides ? items.map((one) => ({ ...one, sentence: withoutPlace(one), httpStatus: null, answer: "" })) : items,
  }
})

/** What was told is not repeated here, nor of what: who reads the log need not be allowed to see the thing. */
async function present(ctx: Ctx, listed: readonly ListedDelivery[]): Promise<Delivery[]> {
  const names = new Map<string, string>()
  for (const type of new Set(listed.flatMap(({ aboutType }) => aboutType ?? []))) {
    const ids = listed.flatMap((one) => (one.aboutType === type && one.aboutId ? [one.aboutId] : []))
    for (const [id, name] of await thingNames(ctx, type, ids)) names.set(id, name)
  }
  const teams = await teamNames(
    ctx,
    listed.flatMap(({ teamId }) => teamId ?? []),
  )
  const people = await peopleNames(
    ctx,
    listed.flatMap(({ personId }) => personId ?? []),
  )
  return listed.map((delivery) => {
    const { personId, teamId, channelId, channelName, channelOwnerId, aboutType, aboutId, lastOutcome, ...one } =
      delivery
    const isHidden = isAnothers(ctx, channelOwnerId)
    const name = (aboutId && names.get(aboutId)) ?? null
    const by = isHidden ? OWN_CHANNEL : (channelName ?? "")
    return {
      ...one,
      sentence:
        isHidden && one.sentence !== null
          ? withoutPlace({ outcome: lastOutcome!, sentence: one.sentence })
          : one.sentence,
      channel: channelId === null ? null : { id: channelId, name: by },
      recipient: personId
        ? { kind: "person", name: people.get(personId) ?? "Somebody who left" }
        : teamId
          ? { kind: "team", name: teams.get(teamId) ?? "A team" }
          : { kind: "channel", name: by },
      about: aboutType && aboutId && name !== null ? { type: aboutType, id: aboutId, name } : null,
      state: aboutId && name === null ? "" : one.state,
    }
  })
}

function isAnothers({ principal }: Ctx, ownerId: string | null): boolean {
  return ownerId !== null && ownerId !== personOf(principal)?.id
}

/** Where a channel of one's own leads is nobody else's to know, and neither is what answers there. */
function withoutPlace({ outcome, sentence }: Pick<Attempt, "outcome" | "sentence">): string {
  if (outcome === "sent") return "It was taken."
  if (outcome === "later") return "It could not be taken right now."
  return outcome === "never" ? "It was refused for good." : sentence
}

async function peopleNames(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const person = await ctx.runtime.identity.load({ kind: "user", id, grantId: null }, ctx.tx)
    if (person) names.set(id, person.name)
  }
  return names
}
