import {
  cardWords,
  defineKind,
  Instant,
  type KindEntry,
  line,
  procedure,
  refersTo,
  Version,
} from "@countersign/core/contract"
import { z } from "zod"
import { subscriptionAccess } from "./access.ts"

/** What is told, in a shape that every channel can make its own of. */
export interface Notice {
  /** The same for every attempt: whoever receives it twice can tell. */
  key: string
  /**
   * What it is about as a whole: messages with the same one follow each other. `root` is the key of the first to this recipient,
   * `follows` what the last one said. Null for a single message.
   */
  cause: { key: string; first: boolean; root: string; follows: string | null } | null
  subject: string
  lines: readonly string[]
  link: string | null
  at: string
  /** For machines: the topic, what happened and to what. */
  facts: Readonly<Record<string, unknown>>
}

/** Where a channel leads: opened for one attempt and kept nowhere. */
export interface ChannelTarget {
  address: string
  secret: string | null
}

/** What a channel may use to reach the outside. */
export interface ChannelHost {
  /** One POST through the platform's guard; redirects are reported and never followed. Throws what the network says. */
  post(url: string, request: { headers: Record<string, string>; body: string }): Promise<PostAnswer>
  /** Null once the mail server has taken it, else why it did not. */
  mail(message: {
    to: string
    subject: string
    text: string
    thread: { id: string; follows: readonly string[] }
  }): Promise<{ sentence: string; permanent: boolean } | null>
  /** Seconds since 1970, as the signature has it. */
  now(): number
}

export interface PostAnswer {
  status: number
  /** The beginning of the body. */
  text: string
  retryAfterSeconds: number | null
  redirected: boolean
}

/** `later`: it may be accepted next time. `never`: repeating it is of no use. */
export interface SendOutcome {
  outcome: "sent" | "later" | "never"
  sentence: string
  httpStatus: number | null
  answer: string
  retryAfterSeconds: number | null
}

/** A way to reach somebody. Other plugins may bring more. */
export interface ChannelKind extends KindEntry {
  /** `address` and, where it takes one, `secret`. */
  readonly config: z.ZodObject
  /** What people call its two fields. */
  readonly words: { address: string; addressHint: string; secret: string | null; secretHint?: string }
  /** Whether a receiver can tell a repeated message by its key. */
  readonly takesKey: boolean
  /** Where it leads, told without giving the address away. */
  place(address: string): string
  send(notice: Notice, target: ChannelTarget, host: ChannelHost): Promise<SendOutcome>
}
export const channelKind = defineKind<ChannelKind>("notification.channel", "channels")

export const ChannelId = refersTo(z.uuid().toLowerCase(), "notification.channel")

export const Channel = z.object({
  id: z.uuid(),
  kind: z.string(),
  kindTitle: z.string(),
  name: z.string(),
  /** Where it leads, masked: the address itself is never shown again. */
  place: z.string(),
  hasSecret: z.boolean(),
  /** Everybody's who may see shared channels; otherwise one person's own. */
  shared: z.boolean(),
  /** Whether the caller may change, test and delete it. */
  mayChange: z.boolean(),
  /** Whether receivers can tell a repeated message from a new one. */
  takesKey: z.boolean(),
  subscriptions: z.int(),
  /** The last attempt to send something through it. */
  last: z.object({ at: Instant, outcome: z.enum(["sent", "later", "never"]) }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Channel = z.infer<typeof Channel>

const fields = {
  name: line("A name", 80),
  address: cardWords(z.string().trim().min(1, "Say where it leads.").max(2_000), { label: "Address" }),
  secret: cardWords(z.string().max(500), { label: "Signing secret" }),
}

export const channelProcedures = {
  channels: procedure({
    summary: "List the channels that the caller can choose: their own, and the shared ones for those who may see them.",
    effect: "read",
    access: subscriptionAccess.own,
    input: z.object({}),
    output: z.object({
      /** The caller's own mail address, which needs no channel; null for an application. */
      ownMail: z.string().nullable(),
      /** Whether a mail server is set. */
      mailWorks: z.boolean(),
      items: z.array(Channel),
    }),
  }),
  channelKinds: procedure({
    summary: "List the kinds of channels with what each is configured with.",
    effect: "read",
    access: subscriptionAccess.own,
    input: z.object({}),
    output: z.object({
      kinds: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          address: z.string(),
          addressHint: z.string(),
          secret: z.string().nullable(),
          secretHint: z.string(),
        }),
      ),
    }),
  }),
  createChannel: procedure({
    summary: "Add a channel: one's own, or one that is shared.",
    effect: "mutate",
    access: subscriptionAccess.own,
    input: z.object({
      kind: z.string().min(1).max(40),
      name: fields.name,
      address: fields.address,
      secret: fields.secret.nullable().default(null),
      /** Shared ones take the permission to manage channels. */
      shared: cardWords(z.boolean(), { label: "Shared" }).default(false),
    }),
    output: Channel,
  }),
  updateChannel: procedure({
    summary: "Change a channel. What is left out stays; the address and the secret are never shown again.",
    effect: "mutate",
    access: subscriptionAccess.own,
    input: z.object({
      id: ChannelId,
      version: Version,
      name: fields.name.optional(),
      address: fields.address.optional(),
      secret: fields.secret.nullable().optional(),
    }),
    output: Channel,
  }),
  deleteChannel: procedure({
    summary: "Delete a channel. Whoever was told through it is told nothing through it any more.",
    effect: "destructive",
    access: subscriptionAccess.own,
    input: z.object({ id: ChannelId }),
    output: z.object({ id: z.uuid(), subscriptions: z.int() }),
  }),
  testChannel: procedure({
    summary:
      "Send a test message through a channel, or without one to the caller's own mail address, and say how it went.",
    effect: "mutate",
    access: subscriptionAccess.own,
    external: true,
    egress: true,
    input: z.object({ id: ChannelId.nullable() }),
    output: z.object({ sent: z.boolean(), sentence: z.string() }),
  }),
}
