import { cardWords, Instant, line, Named, pageInput, pageOf, paragraph, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { channelAccess, messageAccess } from "./access.ts"
import { ChannelId } from "./channel.ts"
import { Topic } from "./subscription.ts"

export const DELIVERY_STATUSES = ["waiting", "sent", "folded", "withheld", "failed"] as const
export const DELIVERY_WORDS: Record<(typeof DELIVERY_STATUSES)[number], string> = {
  waiting: "On its way",
  sent: "Sent",
  folded: "Folded into a later one",
  withheld: "Withheld",
  failed: "Given up",
}
export const DeliveryStatus = z.enum(DELIVERY_STATUSES)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Delivery = z.object({
  id: z.uuid(),
  status: DeliveryStatus,
  /** Null: a person's own mail address. */
  channel: Named.nullable(),
  recipient: z.object({ kind: z.enum(["person", "team", "channel"]), name: z.string() }),
  /** Null for a message that somebody sent by hand. */
  topic: Topic.nullable(),
  /** Null where the reader may not see it, or it is gone, or the message was sent by hand. */
  about: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  /** What was told of it: "unhealthy", "resolved". Empty where the reader may not see it. */
  state: z.string(),
  attempts: z.int(),
  /** How the last attempt went. */
  sentence: z.string().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  nextAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  at: Instant,
  outcome: z.string(),
  sentence: z.string(),
  httpStatus: z.int().nullable(),
  /** The beginning of what the other side answered, secrets masked. */
  answer: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

export const deliveryProcedures = {
  deliveries: procedure({
    summary: "List what was sent, what is on its way and what was given up, newest first.",
    effect: "read",
    access: channelAccess.read,
    input: z.object({
      status: DeliveryStatus.optional(),
      channelId: ChannelId.optional(),
      topic: Topic.optional(),
      ...pageInput(["createdAt"], { direction: "desc" }),
    }),
    output: pageOf(Delivery),
  }),
  attempts: procedure({
    summary: "List the attempts to send one message, oldest first.",
    effect: "read",
    access: channelAccess.read,
    input: z.object({ deliveryId: z.uuid().toLowerCase() }),
    output: z.object({ items: z.array(Attempt) }),
  }),
  sendAgain: procedure({
    summary: "Try again to send messages that were given up.",
    effect: "mutate",
    access: channelAccess.manage,
    input: z.object({ ids: z.array(z.uuid().toLowerCase()).min(1, "Choose at least one.").max(200) }),
    output: z.object({ again: z.int() }),
  }),
  send: procedure({
    summary: "Send a message through a shared channel.",
    effect: "mutate",
    access: messageAccess.send,
    input: z.object({
      channelId: ChannelId,
      subject: cardWords(line("A subject", 150), { label: "Subject" }),
      text: cardWords(paragraph(4_000), { label: "Text" }).default(""),
    }),
    output: z.object({ deliveryId: z.uuid() }),
  }),
}
