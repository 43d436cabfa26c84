import { EventEnvelope, foreseeProcedure, procedure, referToSampleProcedure } from "@countersign/core/contract"
import { z } from "zod"

const claim = { id: z.uuid(), lease: z.uuid() }
const Words = z.strictObject({
  subject: z.string().max(1_000),
  lines: z.array(z.string().max(20_000)).max(20),
  link: z.string().max(2_000).nullable(),
  facts: z.record(z.string().max(40), z.unknown()),
})
export type Words = z.infer<typeof Words>

export const Composed = z.discriminatedUnion("answer", [
  z.strictObject({ answer: z.literal("words"), words: Words }),
  z.strictObject({ answer: z.literal("withheld"), sentence: z.string().max(1_000) }),
])
export type Composed = z.infer<typeof Composed>

const Outcome = z.object({
  outcome: z.enum(["sent", "later", "never"]),
  sentence: z.string().max(1_000),
  httpStatus: z.int().min(100).max(999).nullable(),
  answer: z.string().max(1_000),
  retryAfterSeconds: z.int().min(0).max(86_400).nullable(),
})

/** What the platform itself calls. */
export const upkeepProcedures = {
  hear: procedure({
    summary: "Turn an event into what is told of it, and to whom.",
    effect: "mutate",
    access: "internal",
    recordedIn: "notification.notice",
    input: EventEnvelope,
    output: z.object({}),
  }),
  compose: procedure({
    summary: "Say what a recipient may be told now.",
    effect: "read",
    access: "internal",
    input: z.object({ id: z.uuid() }),
    output: Composed,
  }),
  begin: procedure({
    summary: "Take up a message: fold it into a later one, let it wait for an earlier one, or have it sent.",
    effect: "mutate",
    access: "internal",
    recordedIn: "notification.attempt",
    input: z.object({ ...claim, composed: Composed }),
    output: z.object({ send: z.boolean() }),
  }),
  transmit: procedure({
    summary: "Hand a message over to its channel.",
    effect: "mutate",
    access: "internal",
    external: true,
    input: z.object({ id: z.uuid() }),
    output: Outcome,
  }),
  conclude: procedure({
    summary: "Write down how an attempt went, and when the next one is due.",
    effect: "mutate",
    access: "internal",
    recordedIn: "notification.attempt",
    input: z.object({ ...claim, ...Outcome.shape }),
    output: z.object({}),
  }),
  sweep: procedure({
    summary: "Delete what was sent long ago, and what is told to teams and about groups that are gone.",
    effect: "destructive",
    access: "internal",
    input: z.object({}),
    output: z.object({ deleted: z.int() }),
  }),
  referToSample: referToSampleProcedure("subscriptions"),
  foreseeSystemDeletion: foreseeProcedure("Tell how many would no longer be told about a system."),
  foreseeGroupDeletion: foreseeProcedure("Tell how many would no longer be told about a group."),
  forgetSystem: procedure({
    summary: "End what was told about a deleted system.",
    effect: "mutate",
    access: "internal",
    input: z.object({ systemId: z.uuid().toLowerCase(), name: z.string().max(200) }),
    output: z.object({ ended: z.int() }),
  }),
  forgetGroup: procedure({
    summary: "End what was told about a deleted group.",
    effect: "mutate",
    access: "internal",
    input: z.object({ groupId: z.uuid().toLowerCase(), name: z.string().max(200) }),
    output: z.object({ ended: z.int() }),
  }),
  forgetPerson: procedure({
    summary: "Drop the channels and subscriptions of a departed person, and what was sent to them.",
    effect: "destructive",
    access: "internal",
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().trim().min(1).max(200) }),
    output: z.object({ ended: z.int() }),
  }),
}
