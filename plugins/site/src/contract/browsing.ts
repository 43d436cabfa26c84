/** What pages of the workspace ask beside the document itself: lists, one document's facts, and how it looks. */
import { cardWords, Instant, line, pageInput, pageOf, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess, publicationAccess } from "./access.ts"
import { DocumentRef } from "./command.ts"
import { PageFacts, TemplateFor } from "./fact-commands.ts"
import { LIMITS } from "./limits.ts"

export const DocumentSummary = z.object({
  /** Its type and its id, as addresses have it: `page:home`. */
  id: z.string(),
  document: DocumentRef,
  title: z.string(),
  /** Of a page, without its first slash; empty is the home page, null a page that has none yet. */
  address: z.string().nullable(),
  /** Of the latest change. */
  sequence: z.int(),
  /** Whether visitors see it as it is now, as it was, or not at all. */
  state: z.enum(["draft", "changed", "published"]),
  changedBy: z.string(),
  updatedAt: Instant,
  /** It can be brought back from its history. */
  deleted: z.boolean(),
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

const DocumentDetail = DocumentSummary.extend({
  /** Of a page; null for the others. */
  page: PageFacts.nullable(),
  /** What a template is for; null where nobody has said it. */
  target: TemplateFor.nullable(),
})
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** Enough to see how a loop looks. */
export const ROWS_SHOWN = 6

const about = { document: DocumentRef }
const reading = { effect: "read", access: documentAccess.read } as const
const changing = { effect: "mutate", access: documentAccess.manage } as const

export const browsing = {
  getSiteAddress: procedure({
    summary: "Tell where visitors find the site; null where it is served nowhere.",
    effect: "read",
    access: publicationAccess.read,
    input: z.object({}),
    output: z.object({ url: z.string().nullable() }),
  }),
  findDocuments: procedure({
    summary: "Find pages, templates and components of the site, with who changed each last.",
    ...reading,
    input: z.object({
      type: DocumentRef.shape.type.optional(),
      /** Words that the title contains. */
      text: z.string().trim().max(200).optional(),
      state: DocumentSummary.shape.state.optional(),
      /** Those that were deleted, in place of those that are there. */
      deleted: z.boolean().default(false),
      ...pageInput(["title", "updatedAt", "match"]),
    }),
    output: pageOf(DocumentSummary),
  }),
  getDocument: procedure({
    summary: "Read what is known of one document, without its content.",
    ...reading,
    input: z.object(about),
    output: DocumentDetail,
  }),
  previewDocument: procedure({
    summary:
      "Read how a page, template or component looks: as it is now, as it was at a sequence, or as visitors see it in a published version.",
    ...reading,
    input: z.object({
      ...about,
      sequence: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      /** In place of a sequence: the number of a published version. */
      version: z.int().min(1).max(2_147_483_647).optional(),
      /** Every element says which node it came from. */
      ids: z.boolean().default(false),
    }),
    output: z.object({
      html: z.string(),
      /** In the order in which they count, with the media of each. */
      styles: z.array(z.object({ css: z.string(), media: z.string() })),
      /** What somebody should mend. */
      problems: z.array(z.string()),
    }),
  }),
  duplicateDocument: procedure({
    summary: "Make another document with the same content.",
    ...changing,
    input: z.object({ ...about, title: cardWords(line("A title", LIMITS.title), { label: "Title of the copy" }) }),
    output: z.object(about),
  }),
  changePage: procedure({
    summary:
      "Change a page's title, its address and what search engines and others are told of it. What is left out stays; null takes it away.",
    ...changing,
    input: z.object({
      page: z.string().min(1).max(60),
      title: cardWords(line("A title", LIMITS.title), { label: "Title" }).optional(),
      address: cardWords(z.string().max(4_000).nullable(), { label: "Address" }).optional(),
      description: cardWords(z.string().trim().max(500).nullable(), { label: "Description" }).optional(),
      image: cardWords(z.string().max(60).nullable(), { label: "Social picture" }).optional(),
      language: cardWords(z.string().trim().max(35).nullable(), { label: "Language" }).optional(),
      noindex: cardWords(z.boolean(), { label: "Hidden from search engines" }).optional(),
      seoTitle: cardWords(line("A title", 200).nullable(), { label: "Title for search engines" }).optional(),
    }),
    output: z.object({ sequence: z.int() }),
  }),
  changeTemplate: procedure({
    summary: "Say what a template is for: every page, the page for what is not found, or nothing yet.",
    ...changing,
    input: z.object({
      template: z.string().min(1).max(60),
      target: cardWords(z.enum(["everywhere", "notFound", "nothing"]), { label: "Used for" }),
    }),
    output: z.object({ sequence: z.int() }),
  }),
  changeSettings: procedure({
    summary: "Change the name, language and description of the site. What is left out stays; null takes it away.",
    ...changing,
    input: z.object({
      name: cardWords(line("A name", 120).nullable(), { label: "Name" }).optional(),
      language: cardWords(z.string().trim().max(35).nullable(), { label: "Language" }).optional(),
      description: cardWords(z.string().trim().max(500).nullable(), { label: "Description" }).optional(),
    }),
    output: z.object({ sequence: z.int() }),
  }),
  readLoop: procedure({
    summary: "Read the first rows that visitors would see in a loop of the draft.",
    ...reading,
    /** What its element says in attributes, as it is written there. */
    input: z.object({
      source: z.string().max(100),
      table: z.string().max(100).optional(),
      filter: z.string().max(2_000).optional(),
      orderBy: z.string().max(100).optional(),
      direction: z.string().max(20).optional(),
      offset: z.string().max(20).optional(),
      limit: z.string().max(20).optional(),
    }),
    output: z.object({
      rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))).max(ROWS_SHOWN),
      /** How many there are. */
      total: z.int().min(0),
      /** Fields that hold a moment. */
      instants: z.array(z.string()),
      /** Why it would show nothing; null where it can be read. */
      problem: z.string().nullable(),
    }),
  }),
  listStarters: procedure({
    summary: "List the sites that one can begin with.",
    ...reading,
    input: z.object({}),
    output: z.object({ starters: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })) }),
  }),
  beginWithStarter: procedure({
    summary: "Put the pages, templates and styles of a starter into a site that has no pages yet, and name the site.",
    ...changing,
    input: z.object({
      starter: cardWords(z.string().max(40), { label: "Starter" }),
      /** Left out, the site keeps the name that it has. */
      name: cardWords(line("A name", 120), { label: "Name of the site" }).optional(),
    }),
    output: z.object({ home: DocumentRef }),
  }),
}
