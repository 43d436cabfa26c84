/** What is done in an open tab: showing a document, and measuring how a page looks. Places and numbers, and nobody's words. */
import { browserTool, cardWords, refersTo } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess } from "./access.ts"
import { Key, Ref } from "./named-document.ts"

const Id = z.string().max(60)
/** What stands in the answer came from a browser: nothing but what can be an id. */
export const Uid = z.string().regex(/^[\w.~-]{1,60}$/)
const Pixels = z.number().min(-1_000_000).max(1_000_000)

export const LAYOUT_TAGS = [
  ..."header nav main section article aside footer form h1 h2 h3 h4 h5 h6 p ul ol li table figure img a button".split(
    " ",
  ),
  ..."input select textarea video dialog div span label blockquote pre dl td th body".split(" "),
] as const

export const LAYOUT_PROBLEMS = [
  "wider than the window",
  "content is cut off",
  "broken picture",
  "invisible",
  "weak contrast",
  "texts overlap",
  "small target",
] as const

const LayoutWarning = z.object({
  problem: z.enum(LAYOUT_PROBLEMS),
  uid: Uid,
  tag: z.string().refine((tag) => tag === "element" || LAYOUT_TAGS.includes(tag)),
  /** The other one, where two are in each other's way. */
  with: Uid.optional(),
  /** How much: pixels beyond the window or cut off, the contrast there is, the smaller side of a target. */
  measured: z.number().min(0).max(1_000_000).optional(),
})
export type LayoutWarning = z.infer<typeof LayoutWarning>

const Layout = z.object({
  viewport: z.object({ width: Pixels, height: Pixels }),
  /** What can be scrolled to: wider than the window where something sticks out of it. */
  page: z.object({ width: Pixels, height: Pixels }),
  boxes: z
    .array(z.object({ uid: Uid, tag: LayoutWarning.shape.tag, box: z.tuple([Pixels, Pixels, Pixels, Pixels]) }))
    .max(100),
  warnings: z.array(LayoutWarning).max(100),
  /** How many more boxes and warnings there are. */
  left: z.object({ boxes: z.int().min(0), warnings: z.int().min(0) }),
})
export type Layout = z.infer<typeof Layout>

export const MOST_BREAKPOINTS = 6

export const NOT_OPENED =
  "The operator has changes that are not saved, so their page stays where it is. Go on without opening it, or ask them to save first."
export const NOT_DISTURBED =
  "The operator is at work elsewhere, so their page stays where it is. Go on without opening it."

export const snapshotProcedures = {
  showDocument: browserTool({
    summary: "Open a document in the editor of the operator's own tab.",
    words: "Opened a document in the editor",
    description:
      "Open a document in the operator's editor, so that they see it, and go on with it as the open one. Pass one from listDocuments. Reading and changing a document does not need it.",
    access: documentAccess.read,
    input: z.object({
      document: cardWords(refersTo(Key, "site.document"), { label: "Document" }),
      unlessEditing: z.boolean().optional(),
    }),
    output: z.object({
      document: Ref.extend({ id: Uid }).nullable(),
      problem: z.enum([NOT_OPENED, NOT_DISTURBED]).nullable(),
    }),
    timeoutMs: 30_000,
  }),
  renderSnapshot: browserTool({
    summary: "Measure how a page looks at its breakpoints, in the operator's own tab.",
    words: "Measured how a page looks",
    description:
      "Measure the draft of a page at every breakpoint, or at one: boxes (x, y, width, height) by uid, and what is wrong there: overflow, broken pictures, invisible elements, contrast, overlapping texts, small targets. Call it after you changed looks. Without a document: the one that is open in the editor, or the home page. nodeId tells of one element alone.",
    access: documentAccess.read,
    input: z.object({
      document: cardWords(refersTo(z.string().max(80), "site.document"), { label: "In" }).optional(),
      breakpointId: cardWords(refersTo(Id, "site.breakpoint"), { label: "Breakpoint" }).optional(),
      nodeId: cardWords(refersTo(Id, "site.node"), { label: "Element" }).optional(),
    }),
    output: z.object({
      /** Why there is nothing to tell. */
      why: z.enum(["no such document", "no such breakpoint", "no such element", "nothing to show"]).nullable(),
      document: z
        .string()
        .regex(/^(?:page|template|visualComponent):[\w.~-]{1,60}$/)
        .nullable(),
      capturedAt: z.iso.datetime(),
      snapshots: z.array(z.object({ breakpointId: Uid, width: Pixels, layout: Layout })).max(MOST_BREAKPOINTS),
    }),
    timeoutMs: 60_000,
  }),
}
