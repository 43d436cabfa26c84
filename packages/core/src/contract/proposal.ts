import { z } from "zod"
import { Instant } from "./paging.ts"

/** How a call of a tool ended, or where it stands. Those from `proposed` on are a proposal's. */
export const TOOL_CALL_STATUSES = [
  "running",
  "executed",
  "refused",
  "failed",
  "proposed",
  "applying",
  "applied",
  "unknown",
  "declined",
  "expired",
  "superseded",
] as const
export const PROPOSAL_STATUSES = [
  "proposed",
  "applying",
  "applied",
  "failed",
  "unknown",
  "declined",
  "expired",
  "superseded",
] as const
export const ProposalStatus = z.enum(PROPOSAL_STATUSES)
export type ProposalStatus = z.infer<typeof ProposalStatus>

/** A moment, for the reader's own zone to tell. */
const CardInstant = z.object({ instant: z.string() })

/** A value as the card shows it: a text, a moment, or a list with one text for each entry. Ids are names by now. */
const CardValue = z.union([z.string(), z.array(z.string()), CardInstant]).nullable()
export type CardValue = z.infer<typeof CardValue>

/** One field that will change, or that the payload sets. */
export const DiffRow = z.object({
  path: z.string(),
  label: z.string(),
  before: CardValue,
  after: CardValue,
  /** The entries are YAML: those of an object its fields, those of a list its elements, exactly as they are stored. */
  yaml: z.boolean().optional(),
})
export type DiffRow = z.infer<typeof DiffRow>

/** Something the proposal changes or refers to, by name. */
export const CardThing = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  /** Its name looks like another's of its kind. */
  lookalike: z.boolean().optional(),
})
export type CardThing = z.infer<typeof CardThing>

/**
 * Whose words a model has read, from best to worst: only those of the person it works for, also those of colleagues who
 * could manage what they wrote on, or anybody's.
 */
export const READ_CLASSES = ["own", "colleague", "outside"] as const
export type ReadClass = (typeof READ_CLASSES)[number]

/** Others' words that the one who asked had read: the reason for a look before signing. */
export const TaintSource = z.object({
  toolName: z.string(),
  toolCallId: z.string(),
  at: Instant,
  /** What was stored before there were classes counts as from outside. */
  class: z.enum(["colleague", "outside"]).optional(),
  /** For people: `“Checkout is down”`, `the page at example.com`. */
  what: z.string().optional(),
  /** Ids of the colleagues; applications that speak for the team are among them as `application:<id>`. */
  people: z.array(z.string()).optional(),
})
export type TaintSource = z.infer<typeof TaintSource>

export function worstClass(sources: readonly Pick<TaintSource, "class">[]): ReadClass {
  if (sources.length === 0) return "own"
  return sources.every((source) => source.class === "colleague") ? "colleague" : "outside"
}

/** One entry for each tool and class says enough about whose words they were; their names are gathered. */
export function mergeSources(...lists: readonly (readonly TaintSource[])[]): TaintSource[] {
  const merged = new Map<string, TaintSource>()
  for (const source of lists.flat()) {
    const key = `${source.class ?? "outside"} ${source.toolName}`
    const known = merged.get(key)
    const people = [...new Set([...(known?.people ?? []), ...(source.people ?? [])])].slice(0, MOST_NAMED)
    merged.set(key, { ...known, ...source, ...(people.length > 0 ? { people } : {}) })
  }
  return [...merged.values()]
}

const MOST_NAMED = 20

const Party = z.object({ kind: z.enum(["user", "application"]), id: z.string(), name: z.string() })

/** A proposal as people see it. It holds neither the token nor the payload. */
export const ProposalView = z.object({
  id: z.uuid(),
  toolName: z.string(),
  effect: z.enum(["read", "mutate", "destructive"]),
  transport: z.enum(["http", "chat", "mcp", "editor", "automation"]),
  status: ProposalStatus,
  summary: z.string(),
  diff: z.array(DiffRow),
  things: z.array(CardThing),
  /** Of one that was applied: the thing that was made or changed; null where none is left. */
  about: CardThing.nullable(),
  /** What goes with it beyond the fields, as sentences. */
  consequences: z.array(z.string()),
  askedBy: Party,
  /** The person an OAuth client asked for. */
  askedFor: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  askedAt: Instant,
  /** Kinds of things, as rules call them: when one of these moves, it may no longer stand. */
  follows: z.array(z.string()),
  /** Until when it can be signed on a screen. */
  expiresAt: Instant,
  /** Why nobody may let it pass unseen, beyond the rule that changes are signed. */
  reasons: z.array(z.string()),
  taint: z.array(TaintSource),
  /**
   * It waits only because the model had read what these colleagues wrote: it would have been applied by itself, were
   * colleagues trusted. `first`: no card of its conversation did so before.
   */
  onlyColleague: z.object({ people: z.array(z.string()), first: z.boolean() }).nullable(),
  /** Where an egress tool would send something. */
  destination: z.string().nullable(),
  /** Somebody other than the one who asked has to sign. */
  twoPerson: z.boolean(),
  signedBy: Party.nullable(),
  /** It was applied by itself, in a conversation or by an automation that may: nobody signed it. */
  unsigned: z.boolean(),
  decidedAt: Instant.nullable(),
  /** What the person who declined or settled it wrote. */
  decisionNote: z.string().nullable(),
  /** Why it failed or what is not known about it. */
  problem: z.string().nullable(),
  /** What takes it back, for the one who asked, once it is applied. */
  undo: z.object({ toolName: z.string(), input: z.record(z.string(), z.unknown()), label: z.string() }).nullable(),
  replaces: z.uuid().nullable(),
  replacedBy: z.uuid().nullable(),
  maySign: z.boolean(),
  /** Why the viewer may not sign, when they may not. */
  whyNot: z.string().nullable(),
})
export type ProposalView = z.infer<typeof ProposalView>

const TextShape = z.object({ kind: z.literal("text") })
const ChoiceShape = z.object({
  kind: z.literal("choice"),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})

const SimpleShapes = [
  TextShape,
  ChoiceShape,
  z.object({ kind: z.enum(["number", "boolean", "texts", "pairs", "instant", "json"]) }),
  /** Any number of these. */
  z.object({ ...ChoiceShape.shape, kind: z.literal("choices") }),
  /** Chosen among the things of a type, such as `catalog.system`: one, or any number. */
  z.object({ kind: z.enum(["thing", "things"]), type: z.string() }),
] as const
const named = { name: z.string(), label: z.string() }

/** The control that a field of an input takes. */
export const FieldShape = z.discriminatedUnion("kind", [
  ...SimpleShapes,
  /** Entries of a few texts each, such as links. */
  z.object({
    kind: z.literal("rows"),
    columns: z.array(
      z.object({
        ...named,
        shape: z.discriminatedUnion("kind", [TextShape, ChoiceShape, z.object({ kind: z.enum(["boolean", "texts"]) })]),
        /** Nothing is sent of it where nothing is written. */
        optional: z.boolean(),
      }),
    ),
  }),
  /** Several fields that belong together, such as where a script runs. */
  z.object({
    kind: z.literal("group"),
    fields: z.array(z.object({ ...named, shape: z.discriminatedUnion("kind", [...SimpleShapes]) })),
  }),
])
export type FieldShape = z.infer<typeof FieldShape>

/** A field of a tool's input, for a form. */
export const InputField = z.object({
  name: z.string(),
  label: z.string(),
  shape: FieldShape,
  /** Says which thing it is about, by an id that nobody types, so it is not changed. */
  isTarget: z.boolean(),
})
export type InputField = z.infer<typeof InputField>

/** What the one who asked gets back. The token is theirs alone and stands nowhere else. */
export const ProposalReceipt = z.object({
  status: z.literal("awaiting_signature"),
  proposalId: z.uuid(),
  toolCallId: z.uuid(),
  toolName: z.string(),
  summary: z.string(),
  payload: z.unknown(),
  diff: z.array(DiffRow),
  reasons: z.array(z.string()),
  expiresAt: Instant,
  /** The page where a person signs it. */
  signUrl: z.string(),
  /** Null where only a person may sign: then it waits on the Signatures page. */
  token: z.string().nullable(),
  tokenExpiresAt: Instant.nullable(),
})
export type ProposalReceipt = z.infer<typeof ProposalReceipt>
