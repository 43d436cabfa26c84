import { GroupId, SystemId, systemAccess, TeamId } from "@countersign/catalog/contract"
import { cardWords, Instant, Named, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { subscriptionAccess } from "./access.ts"
import { ChannelId } from "./channel.ts"

export const TOPICS = ["status", "incidents", "maintenance"] as const
export const TOPIC_WORDS: Record<(typeof TOPICS)[number], string> = {
  status: "Status changes",
  incidents: "Incidents",
  maintenance: "Maintenance",
}
export const Topic = cardWords(z.enum(TOPICS), { label: "About", values: TOPIC_WORDS })
export type Topic = z.infer<typeof Topic>

/** One scale for both: a degraded system counts like a minor incident, an unhealthy one like a critical one. */
export const LOWEST = ["minor", "major", "critical"] as const
export const LOWEST_WORDS: Record<(typeof LOWEST)[number], string> = {
  minor: "Degraded or unhealthy, every incident",
  major: "Unhealthy, incidents from major up",
  critical: "Unhealthy, critical incidents only",
}
export const Lowest = cardWords(z.enum(LOWEST), { label: "From", values: LOWEST_WORDS })
export type Lowest = z.infer<typeof Lowest>

export const Subscription = z.object({
  id: z.uuid(),
  target: z.object({
    kind: z.enum(["system", "group", "everything"]),
    id: z.uuid().nullable(),
    /** Null where the caller may no longer see it: then nothing of it is told either. */
    name: z.string().nullable(),
  }),
  about: z.array(Topic),
  from: Lowest,
  /** Null: the person's own mail address. */
  channel: Named.nullable(),
  /** Whose it is, where it is a team's. */
  team: Named.nullable(),
  createdAt: Instant,
})
export type Subscription = z.infer<typeof Subscription>

const unique = <Item>(items: Item[]) => [...new Set(items)]

const what = {
  systemIds: z.array(SystemId).max(100, "Choose at most 100 systems at a time.").default([]),
  groupIds: z.array(GroupId).max(50, "Choose at most 50 groups at a time.").default([]),
  /** Every system there is and will be, as far as it may be seen. */
  everything: cardWords(z.boolean(), { label: "Every system" }).default(false),
  about: cardWords(z.array(Topic).min(1, "Choose at least one thing to be told about.").max(10), { label: "About" })
    .transform(unique)
    .default([...TOPICS]),
  from: Lowest.default("minor"),
}
const subscriptionIds = z.array(z.uuid().toLowerCase()).min(1, "Choose at least one.").max(200)
const hasTarget = (input: { systemIds: string[]; groupIds: string[]; everything: boolean }) =>
  input.systemIds.length + input.groupIds.length > 0 || input.everything
const noTarget = { path: ["systemIds"], message: "Choose at least one system or group, or every system." }

export const subscriptionProcedures = {
  subscriptions: procedure({
    summary: "List what the caller is told, and by which way.",
    effect: "read",
    access: subscriptionAccess.own,
    input: z.object({}),
    output: z.object({ items: z.array(Subscription) }),
  }),
  /**
   * For the asking person, whoever's verb calls it: one who creates a check and wants to hear of it signs one card for both. What
   * they are told of the same target by the same way already is replaced.
   */
  subscribe: procedure({
    summary: "Tell the calling person about systems, or about every system of a group.",
    effect: "mutate",
    access: subscriptionAccess.own,
    input: z
      .object({
        ...what,
        /** One of their own or a shared one; null is their own mail address. */
        channelId: ChannelId.nullable().default(null),
      })
      .refine(hasTarget, noTarget),
    output: z.object({ subscriptions: z.array(Subscription) }),
  }),
  unsubscribe: procedure({
    summary: "No longer tell the calling person about something. Takes ids of their subscriptions.",
    effect: "mutate",
    access: subscriptionAccess.own,
    input: z.object({ subscriptionIds }),
    output: z.object({ ended: z.int() }),
  }),
  teamSubscriptions: procedure({
    summary: "List what teams are told.",
    effect: "read",
    access: subscriptionAccess.manage,
    input: z.object({ teamId: TeamId.optional() }),
    output: z.object({ items: z.array(Subscription) }),
  }),
  subscribeTeam: procedure({
    summary: "Tell a team about systems through a shared channel, as far as each of its members may see them.",
    effect: "mutate",
    access: subscriptionAccess.manage,
    input: z.object({ teamId: TeamId, channelId: ChannelId, ...what }).refine(hasTarget, noTarget),
    output: z.object({ subscriptions: z.array(Subscription) }),
  }),
  unsubscribeTeam: procedure({
    summary: "No longer tell teams about something. Takes ids of teams' subscriptions.",
    effect: "mutate",
    access: subscriptionAccess.manage,
    input: z.object({ subscriptionIds }),
    output: z.object({ ended: z.int() }),
  }),
  told: procedure({
    summary: "Tell who is told about a system: the caller, and for those who may see it everybody else.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "input", path: "systemId", level: "viewer" },
    input: z.object({ systemId: SystemId }),
    output: z.object({
      mine: z.array(Subscription),
      /** Null for those who may not see whom else it reaches. */
      others: z
        .array(z.object({ kind: z.enum(["person", "team"]), id: z.uuid(), name: z.string(), by: z.string() }))
        .nullable(),
    }),
  }),
}
