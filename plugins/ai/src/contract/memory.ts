import { cardWords, Instant, pageInput, pageOf, procedure, Version } from "@countersign/core/contract"
import { z } from "zod"
import { memoryAccess } from "./access.ts"

/** Notes that are always included: each costs every turn its tokens, so there is an end to them. */
export const MOST_INJECTED = 25

const MemoryId = z.uuid().toLowerCase().describe("A note's id, as ai.searchMemory or ai.listMemory returned it.")

const MemoryText = z
  .string()
  .trim()
  .min(1, "Write what there is to remember.")
  .max(2_000, "A note has at most 2000 characters. Say it shorter, or split it.")
  .refine((text) => !text.includes("\u0000"), "This text has a character that cannot be stored.")

const AlwaysInject = cardWords(z.boolean(), { label: "Always include" })

/** Something of another plugin's that a note is about. */
export const ThingRef = z.strictObject({
  type: z.string().min(1).max(100).describe("What kind of thing it is: catalog.system, incident.incident."),
  id: z.string().min(1).max(200).toLowerCase().describe("Its id, as the tool that lists such things returned it."),
})
export type ThingRef = z.infer<typeof ThingRef>

export const Memory = z.object({
  id: z.uuid(),
  /** Empty for a note of your own about a thing you can no longer see. */
  text: z.string(),
  /** Without a name when you cannot see the thing. */
  thing: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  /** Everyone who may use memory finds it; else its owner alone. */
  shared: z.boolean(),
  /** Given to the assistant in every turn; for one about a thing, while that thing is on the screen. */
  alwaysInject: z.boolean(),
  /** Who worded it. */
  source: z.enum(["person", "assistant"]),
  owner: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether you are its owner. */
  own: z.boolean(),
  mayChange: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Memory = z.infer<typeof Memory>

const reading = { effect: "read", access: memoryAccess.read } as const
const changing = { effect: "mutate", access: memoryAccess.keep } as const

/** Notes of one's own and those that are shared. Another person's are as good as not there. */
export const memoryProcedures = {
  listMemory: procedure({
    summary: "List your notes and those that are shared, the latest first.",
    ...reading,
    input: z.object({
      ...pageInput(["updatedAt", "createdAt"], { direction: "desc" }),
      box: z.enum(["all", "own", "shared"]).default("all"),
      query: z.string().trim().max(200).optional().describe("Words that the note contains."),
      thing: ThingRef.optional().describe("Only notes about this thing."),
      alwaysInject: z.boolean().optional().describe("Only those that are always included, or only the others."),
    }),
    output: pageOf(Memory),
  }),
  searchMemory: procedure({
    summary: "Search your notes and those that are shared by words, the best first; without words, the latest.",
    ...reading,
    input: z.object({
      query: z.string().trim().max(400).default("").describe("Left out: the latest notes."),
      thing: ThingRef.optional().describe("Only notes about this thing."),
      limit: z.int().min(1).max(20).default(8),
    }),
    output: z.object({ hits: z.array(Memory) }),
  }),
  recallMemory: procedure({
    summary: `Read the notes that go into every turn: at most ${MOST_INJECTED}, your own first, then shared ones, the latest first.`,
    ...reading,
    input: z.object({
      thing: ThingRef.optional().describe("What is on the screen: notes about it are included."),
    }),
    output: z.object({ notes: z.array(Memory) }),
  }),
  saveMemory: procedure({
    summary: "Keep a note for yourself that the assistant finds again. What looks like a credential is taken out.",
    ...changing,
    input: z.object({
      text: MemoryText,
      thing: ThingRef.optional().describe("Left out: about nothing in particular."),
      alwaysInject: AlwaysInject.default(false).describe(
        "Given to the assistant in every turn instead of when it looks.",
      ),
    }),
    output: Memory,
  }),
  updateMemory: procedure({
    summary: "Change a note. What is left out stays as it is. A shared one takes ai.memory.manage.",
    ...changing,
    input: z.object({
      memoryId: MemoryId,
      version: Version,
      text: MemoryText.optional(),
      alwaysInject: AlwaysInject.optional(),
    }),
    output: Memory,
  }),
  deleteMemory: procedure({
    summary: "Delete a note. A shared one takes ai.memory.manage.",
    ...changing,
    input: z.object({ memoryId: MemoryId }),
    output: z.object({ id: z.uuid() }),
  }),
  shareMemory: procedure({
    summary:
      "Share a note of yours with everyone, have a shared one always included, or make it its owner's alone again.",
    effect: "mutate",
    access: memoryAccess.manage,
    input: z.object({
      memoryId: MemoryId,
      version: Version,
      shared: z.boolean().default(true),
      alwaysInject: AlwaysInject.default(false).describe("Given to everyone's assistant in every turn."),
    }),
    output: Memory,
  }),
}
