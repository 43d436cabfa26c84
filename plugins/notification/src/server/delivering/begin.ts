import { baseUrl, endClaim, implement } from "@countersign/core/server"
import type { Words } from "../../contract/upkeep.ts"
import { notificationContract } from "../../contract.ts"
import { tellsMore } from "./common-words.ts"
import {
  endDelivery,
  findDelivery,
  insertAttempt,
  listThread,
  type StoredDelivery,
  type StoredMessage,
  storeMessage,
} from "./delivery-store.ts"
import { renewLease } from "./lease.ts"

/** An earlier message of the same thread is being sent: this one comes after it. */
const WAIT_FOR_EARLIER_MS = 1_000
/** A later one is to be told: it takes this one in, unless it is not for this reader. Longer, so that the later one comes first. */
const WAIT_FOR_LATER_MS = 3_000

/** One at a time for each thread, so that of two states that follow each other quickly the last one is told, once. */
export const begin = implement(notificationContract.begin, async (ctx, { id, lease, composed }) => {
  const found = await findDelivery(ctx.tx, id)
  if (found?.causeId) await ctx.lock([found.causeId, found.personId, found.teamId, found.channelId].join(" "))
  const delivery = await findDelivery(ctx.tx, id)
  // Taken in by a later one meanwhile, or another's to send by now.
  if (delivery?.status !== "waiting" || !(await renewLease(ctx.tx, { id, lease }))) return { send: false }

  if (composed.answer === "withheld") return ended("withheld", composed.sentence)
  const thread = await listThread(ctx.tx, delivery)
  const at = thread.findIndex((one) => one.id === id)
  const earlier = thread.slice(0, Math.max(0, at))
  if (thread.slice(at + 1).some(({ status }) => status === "waiting")) return postponed(WAIT_FOR_LATER_MS)
  // One that was given up and is sent again: by now it would tell what holds no more.
  if (thread.slice(at + 1).some(({ status }) => status === "sent")) return ended("folded", TOLD_SINCE)
  if (earlier.some(({ status, leased, message }) => status === "waiting" && leased && message))
    return postponed(WAIT_FOR_EARLIER_MS)
  for (const one of earlier.filter(({ status }) => status === "waiting")) {
    await endDelivery(ctx.tx, one.id, "folded")
    await insertAttempt(ctx.tx, one.id, { outcome: "folded", sentence: FOLDED })
    ctx.signal("notification.message")
  }
  const last = earlier.findLast(({ status }) => status === "sent")
  if (last?.state === delivery.state) return ended("folded", "What was told last holds again.")
  // Every attempt says the same under the same key, unless something of it was hidden from its reader since.
  if (!delivery.message || tellsMore(delivery.message, composed.words))
    await storeMessage(ctx.tx, id, messageOf(delivery, composed.words, earlier, baseUrl(ctx), await ctx.now()))
  return { send: true }

  async function postponed(waitMs: number) {
    const now = await ctx.now()
    await endClaim(ctx.tx, "notification.delivery", { id, lease }, new Date(now.getTime() + waitMs))
    return { send: false }
  }

  async function ended(status: "folded" | "withheld", sentence: string) {
    await endDelivery(ctx.tx, id, status)
    await insertAttempt(ctx.tx, id, { outcome: status, sentence })
    ctx.signal("notification.message")
    return { send: false }
  }
})

const FOLDED = "Something newer is to be told of the same cause, so this is part of that message."

const TOLD_SINCE = "Something newer was told of the same cause meanwhile, so this is told no more."

function messageOf(
  delivery: StoredDelivery,
  { subject, lines, link, facts }: Words,
  earlier: readonly StoredDelivery[],
  base: string,
  at: Date,
): StoredMessage {
  const sent = earlier.filter(({ status }) => status === "sent")
  const [first] = sent
  return {
    subject,
    lines,
    link: link && `${base}${link}`,
    at: at.toISOString(),
    facts: { ...facts },
    cause: delivery.causeId && {
      key: delivery.causeId,
      first: first === undefined,
      root: first?.id ?? delivery.id,
      follows: sent.at(-1)?.message?.subject ?? null,
    },
  } as StoredMessage
}
