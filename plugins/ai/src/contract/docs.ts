import { procedure } from "@countersign/core/contract"
import { z } from "zod"

const DocSlug = z.string().describe("A page's slug, as searchDocs or listDocs returned it.")

export const DocSummary = z.object({
  slug: DocSlug,
  title: z.string(),
  description: z.string(),
  section: z.string(),
})
export type DocSummary = z.infer<typeof DocSummary>

export const DocHit = z.object({
  slug: DocSlug,
  title: z.string(),
  heading: z.string().nullable().describe("The section the snippet stands in."),
  snippet: z.string(),
  score: z.number().describe("Higher is better; comparable only within one answer."),
})
export type DocHit = z.infer<typeof DocHit>

/** The guide is the product's own and says nothing about anybody's data, so everyone signed in may read it. */
export const docsProcedures = {
  listDocs: procedure({
    summary: "List the pages of the guide.",
    effect: "read",
    access: "signedIn",
    input: z.object({ section: z.string().min(1).max(80).optional() }),
    output: z.object({ pages: z.array(DocSummary), sections: z.array(z.string()), note: z.string() }),
  }),
  searchDocs: procedure({
    summary: "Search the guide by keywords.",
    effect: "read",
    access: "signedIn",
    input: z.object({ query: z.string().trim().min(1).max(400), limit: z.int().min(1).max(10).default(5) }),
    output: z.object({ hits: z.array(DocHit), note: z.string() }),
  }),
  getDoc: procedure({
    summary: "Read one page of the guide.",
    effect: "read",
    access: "signedIn",
    input: z.object({ slug: z.string().trim().min(1).max(200) }),
    output: DocSummary.extend({ content: z.string().describe("Markdown."), truncated: z.boolean() }),
  }),
}
