import { defineContract, defineTopic, Instant, line, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess } from "./contract/access.ts"
import { browsing } from "./contract/browsing.ts"
import { DocumentContent, DocumentRef, SiteCommand, Stylesheet } from "./contract/command.ts"
import { exportProcedures } from "./contract/export.ts"
import { Facts } from "./contract/fact-commands.ts"
import { factProcedures } from "./contract/facts.ts"
import { importProcedures } from "./contract/import.ts"
import { LIMITS, SENDING } from "./contract/limits.ts"
import { mediaProcedures } from "./contract/media.ts"
import { publicProcedures } from "./contract/public.ts"
import { publishProcedures } from "./contract/publish.ts"
import { snapshotProcedures } from "./contract/snapshot.ts"
import { toolProcedures } from "./contract/tools.ts"
import { turnProcedures } from "./contract/turns.ts"

export { codeAccess, documentAccess, mediaAccess, publicationAccess } from "./contract/access.ts"
export type { DocumentDetail, DocumentSummary } from "./contract/browsing.ts"
export { SiteCommand } from "./contract/command.ts"
export { loopSourceKind, postTypeKind } from "./contract/loop-source.ts"
export { Media } from "./contract/media.ts"
export { SHARED_WORDS, type SharedPart } from "./contract/publish.ts"
export { SITE } from "./contract/site-id.ts"
export type { TurnChanges } from "./contract/turns.ts"

/** How far a tab may be behind and still be told every change; beyond it, it opens its document again. */
export const MOST_BEHIND = 1_000

const Sequence = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const Counter = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const Tab = z.string().regex(/^[0-9a-z]{4}$/, "A tab is known by the four letters that it was given when it joined.")
const Commands = z.array(SiteCommand).min(1).max(SENDING.commands)
const Title = line("A title", LIMITS.title)

/** What happened at one sequence, without what happened to other documents. */
export const Change = z.object({
  sequence: Sequence,
  /** Whose it is: a tab finds its own by it. Null where no tab sent it. */
  tab: z.string().nullable(),
  counter: Counter.nullable(),
  by: z.string(),
  /** A model made it, for the one it is by. */
  byModel: z.boolean(),
  /** It is by whoever reads it. */
  own: z.boolean(),
  commands: z.array(SiteCommand),
})
export type Change = z.infer<typeof Change>

const News = z.object({
  changes: z.array(Change),
  /** The caller has everything up to here, once it has taken the changes in. */
  sequence: Sequence,
  /** Why there are no changes to take in, and what to do instead; null where they are all there. */
  tooFar: z.string().nullable(),
})

const BatchAnswer = z.discriminatedUnion("accepted", [
  z.object({ accepted: z.literal(true), counter: Counter, sequence: Sequence, notes: z.array(z.string()) }),
  z.object({ accepted: z.literal(false), counter: Counter, reason: z.string() }),
])
export type BatchAnswer = z.infer<typeof BatchAnswer>

const Listed = z.object({ ...DocumentRef.shape, title: z.string(), sequence: Sequence, updatedAt: Instant })
const Confirmed = z.object({ sequence: Sequence })

const FieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
const NodeChange = z.object({
  node: z.string(),
  name: z.string(),
  change: z.enum(["added", "removed", "changed"]),
  fields: z.array(FieldChange),
})
export type NodeChange = z.infer<typeof NodeChange>
export type FieldChange = z.infer<typeof FieldChange>

/** Something happened at this sequence, and to which documents, as far as they fit. Pages read it by `readSince`. */
const SiteChanged = z.object({ sequence: Sequence, parts: z.array(z.string()) })
export const siteChanged = defineTopic("site.document", { message: SiteChanged })

/** Which document, and how much of what happened to it. */
const about = { document: DocumentRef }
/** Without a document: the facts of the site. */
const aboutAny = { document: DocumentRef.optional() }

export const siteContract = defineContract("site", {
  ...browsing,
  listDocuments: procedure({
    summary: "List the pages, templates and components of the site.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({
      type: DocumentRef.shape.type.optional(),
      limit: z.int().min(1).max(500).default(200),
      after: z.string().max(120).optional(),
    }),
    output: z.object({ documents: z.array(Listed), next: z.string().nullable() }),
  }),
  openDocument: procedure({
    summary: "Read a document, the stylesheets and the facts of the site as they are now.",
    effect: "read",
    access: documentAccess.read,
    input: z.object(about),
    output: z.object({
      sequence: Sequence,
      ...about,
      content: DocumentContent,
      sheets: z.array(Stylesheet),
      facts: Facts,
      /** What was broken where it was stored, and how it was mended. */
      notes: z.array(z.string()),
    }),
  }),
  readSince: procedure({
    summary: "Read what happened to a document, the stylesheets and the facts after a sequence.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ ...about, after: Sequence }),
    output: News,
  }),
  follow: procedure({
    summary: "Tell at which sequences the site was changed after a number.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ key: z.string().max(80), after: Sequence }),
    output: z.object({ messages: z.array(SiteChanged) }),
  }),
  openCanvas: procedure({
    summary: "Tell from where the empty page of the editor may load pictures.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ mode: z.enum(["standards", "limited-quirks", "quirks"]).default("standards") }),
    output: z.object({ mode: z.string(), hosts: z.array(z.string()) }),
  }),
  joinTab: procedure({
    summary: "Give an open page the four letters with which the ids of its nodes begin.",
    effect: "mutate",
    access: documentAccess.manage,
    recordedIn: "site.tab",
    draft: true,
    input: z.object({}),
    output: z.object({ tab: Tab }),
  }),
  applyCommands: procedure({
    summary: "Change the draft of the site by batches of commands, each as a whole or not at all.",
    effect: "mutate",
    access: documentAccess.manage,
    recordedIn: "site.command",
    draft: true,
    values: SENDING.values,
    input: z.object({
      tab: Tab,
      /** What the tab had taken in when the first batch was made; every later one was made on top of those before it. */
      seen: Sequence,
      batches: z
        .array(z.strictObject({ counter: Counter, commands: Commands }))
        .min(1)
        .max(SENDING.batches),
    }),
    output: z.object({ answers: z.array(BatchAnswer), sequence: Sequence }),
  }),
  createDocument: procedure({
    summary: "Create an empty page, template or component.",
    effect: "mutate",
    access: documentAccess.manage,
    input: z.object({
      ...about,
      title: Title,
      /** Of a page, without its first slash; empty is the home page. Without one it is in the draft only. */
      address: z.string().max(10_000).optional(),
    }),
    output: Confirmed,
  }),
  renameDocument: procedure({
    summary: "Give a document another title.",
    effect: "mutate",
    access: documentAccess.manage,
    input: z.object({ ...about, title: Title }),
    output: Confirmed,
  }),
  deleteDocument: procedure({
    summary: "Delete a document. Its history stays, and any version of it can be restored.",
    effect: "destructive",
    access: documentAccess.manage,
    input: z.object(about),
    output: Confirmed,
  }),
  listHistory: procedure({
    summary: "List what happened to a document, or to the facts of the site, the latest first.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ ...aboutAny, before: Sequence.optional(), limit: z.int().min(1).max(200).default(50) }),
    output: z.object({
      changes: z.array(z.object({ sequence: Sequence, at: Instant, by: z.string(), what: z.string() })),
      next: Sequence.nullable(),
    }),
  }),
  compareVersions: procedure({
    summary: "Tell in which nodes a document, or in which facts the site, differs between two sequences.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({ ...aboutAny, from: Sequence, to: Sequence }),
    output: z.object({
      title: FieldChange.nullable(),
      changes: z.array(NodeChange),
      /** How many more nodes differ than are listed. */
      left: z.int(),
    }),
  }),
  restoreVersion: procedure({
    summary:
      "Make a document, or the facts of the site, what they were at a sequence, as a change that can be undone as well.",
    effect: "mutate",
    access: documentAccess.manage,
    input: z.object({ ...aboutAny, sequence: Sequence }),
    /** What could not be brought back, and why. */
    output: Confirmed.extend({ notes: z.array(z.string()).optional() }),
  }),
  ...factProcedures,
  ...toolProcedures,
  ...turnProcedures,
  ...snapshotProcedures,
  forgetPerson: procedure({
    summary: "Put a pseudonym in place of a departed person's name.",
    effect: "destructive",
    access: "internal",
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().trim().min(1).max(200) }),
    output: z.object({ renamed: z.int() }),
  }),
  ...mediaProcedures,
  ...importProcedures,
  ...exportProcedures,
  ...publicProcedures,
  ...publishProcedures,
})
