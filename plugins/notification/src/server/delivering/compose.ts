import { catalogContract } from "@countersign/catalog/contract"
import { teamsContract } from "@countersign/core/contract"
import { type Caller, type Ctx, implement, mayReceive, NotFoundError } from "@countersign/core/server"
import type { Composed, Words } from "../../contract/upkeep.ts"
import { notificationContract, type Topic } from "../../contract.ts"
import { findChannel } from "../channels/channel-store.ts"
import { mayUse } from "../channels/demand-channel.ts"
import { ask } from "../hearing/ask.ts"
import { groupsOf } from "../hearing/groups-of.ts"
import { isSubscribed } from "../hearing/recipients.ts"
import type { StoredNotice, Told } from "../hearing/source.ts"
import { sourceFor } from "../hearing/sources.ts"
import { commonWords } from "./common-words.ts"
import { findDelivery, findNotice, listThread, type StoredDelivery } from "./delivery-store.ts"

/**
 * Asks as each reader, with what they hold at this moment. It opens no transaction of its own: the reads of other plugins take
 * connections, and whoever held one while waiting for the next would stop all.
 */
export const compose = implement(notificationContract.compose, async (ctx, { id }): Promise<Composed> => {
  const { direct } = ctx.runtime.database
  const delivery = await findDelivery(direct, id)
  if (!delivery) return withheld("It was deleted meanwhile.")
  if (delivery.message) {
    const { subject, lines, link, facts } = delivery.message
    // A message that somebody wrote, which a channel gets as it is. What was put into words before is asked anew.
    if (delivery.noticeId === null)
      return { answer: "words", words: { subject, lines: [...lines], link, facts: { ...facts } } }
  }
  const notice = delivery.noticeId && (await findNotice(direct, delivery.noticeId))
  if (!notice) return withheld("There is nothing left to tell.")
  const readers = await readersOf(ctx, delivery)
  if (readers.length === 0)
    return withheld(delivery.personId ? "The person is no longer active." : "The team is gone, or nobody is in it.")
  const told = await toldSoFar(ctx, delivery)
  const refusal =
    (await sourceFor(delivery.topic!).silence?.(serviceOf(ctx), notice, told)) ??
    (await whyNotBy(ctx, delivery, notice, readers, told))
  if (refusal) return withheld(refusal)
  const seen: Words[] = []
  for (const reader of readers) {
    const words = await wordsFor(ctx, reader, notice, delivery.topic!, told)
    if (!words)
      return withheld(
        delivery.personId
          ? "The person may not see it."
          : "Not everybody in the team may see it, so the team is not told.",
      )
    seen.push(words)
  }
  return { answer: "words", words: commonWords(seen) }
})

async function wordsFor(
  ctx: Ctx,
  reader: Caller,
  notice: StoredNotice,
  topic: Topic,
  told: Told,
): Promise<Words | null> {
  const source = sourceFor(topic)
  if (await mayHear(reader, notice)) {
    const words = await source.words(reader, notice, told)
    if (words) return words
  }
  return told.last && source.wordsOfGone ? source.wordsOfGone(serviceOf(ctx), reader, notice, told.last) : null
}

/** Why this way is none any more: they chose it, and may have chosen otherwise since, or lost the right to it. */
async function whyNotBy(
  ctx: Ctx,
  delivery: StoredDelivery,
  { facts }: StoredNotice,
  [reader]: readonly Caller[],
  { before }: Told,
): Promise<string | null> {
  const { direct } = ctx.runtime.database
  const systemIds = facts.systemIds as readonly string[]
  const groupIds = await groupsOf((some) => ask(serviceOf(ctx), catalogContract.listSystems, some), systemIds)
  if (!(await isSubscribed(direct, delivery, { topic: delivery.topic!, systemIds, groupIds, before })))
    return "Nobody is subscribed to it by this way any more."
  if (!delivery.personId || !delivery.channelId) return null
  const channel = await findChannel(direct, delivery.channelId)
  return channel && !mayUse(reader!.principal, channel) ? "The person may no longer use this channel." : null
}

function withheld(sentence: string): Composed {
  return { answer: "withheld", sentence }
}

/** The person, or everybody in the team: what is posted where a team reads is read by all of them. */
async function readersOf(ctx: Ctx, { personId, teamId }: StoredDelivery): Promise<Caller[]> {
  const { runtime, correlationId, transport } = ctx
  const members = personId ? [{ kind: "user" as const, id: personId }] : await membersOf(ctx, teamId)
  const readers: Caller[] = []
  for (const { kind, id } of members) {
    if (kind !== "user") continue
    const principal = await runtime.identity.load({ kind, id, grantId: null })
    if (principal) readers.push({ principal, runtime, correlationId, transport })
  }
  return readers
}

/** As the platform itself, in transactions of their own. */
function serviceOf({ principal, runtime, correlationId, transport }: Ctx): Caller {
  return { principal, runtime, correlationId, transport }
}

async function membersOf(ctx: Ctx, teamId: string | null) {
  if (!teamId) return []
  try {
    return (await ask(serviceOf(ctx), teamsContract.getTeam, { id: teamId })).members
  } catch (error) {
    if (error instanceof NotFoundError) return []
    throw error
  }
}

async function mayHear(reader: Caller, { event, aboutId }: StoredNotice): Promise<boolean> {
  const known = reader.runtime.events.get(event)
  return known !== undefined && mayReceive(reader, known, aboutId)
}

/** What this recipient has been told of the cause, and the worst of what they were to be told. */
async function toldSoFar(ctx: Ctx, delivery: StoredDelivery): Promise<Told> {
  const thread = await listThread(ctx.runtime.database.direct, delivery)
  const states = thread.map(({ state }) => state)
  const last = thread.findLast(({ status }) => status === "sent")
  return {
    before: last !== undefined,
    worst: ["unhealthy", "degraded"].find((state) => states.includes(state)) ?? null,
    last: last?.message ?? null,
  }
}
