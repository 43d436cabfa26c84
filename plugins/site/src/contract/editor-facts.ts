/** What the editor tells the assistant beside it: which document is open, and what is selected in it. Ids and numbers alone. */
import { definePageFacts } from "@countersign/core/contract"
import { z } from "zod"
import { Uid } from "./snapshot.ts"

export const MOST_SELECTED = 50

export const editorFacts = definePageFacts(
  "site.editor",
  z.strictObject({
    document: z.string().regex(/^(?:page|template|visualComponent):[\w.~-]{1,60}$/),
    /** The latest last. */
    selectedNodeIds: z.array(Uid).max(MOST_SELECTED),
    /** Of the width at which the page is shown; null until it is. */
    breakpointId: Uid.nullable(),
    /** Up to here the tab knows the site: all that was changed in it is among that. */
    sequence: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
)
export type EditorFacts = z.infer<typeof editorFacts.schema>
