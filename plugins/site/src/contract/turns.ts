/** What a model did in one turn of a conversation, as its person sees it beneath the answer. */
import { procedure, refersTo } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess } from "./access.ts"

const TurnId = refersTo(z.string().max(100), "site.turn")

const TurnChanges = z.object({
  turnId: z.string(),
  /** How many changes of it stand in the draft, and how many were taken back. */
  changes: z.int(),
  takenBack: z.int(),
  /** Of what was taken back, how many things stayed: others had changed them since, or they are signed. */
  stayed: z.int(),
  /** What those were made on that stand, or, where none do, those that were taken back: titles of documents, also of deleted ones. */
  documents: z.array(z.string()),
  /** The same for what all pages share. */
  shared: z.array(z.enum(["styles", "settings"])),
})
export type TurnChanges = z.infer<typeof TurnChanges>

export const MOST_TURNS = 50

export const turnProcedures = {
  describeTurns: procedure({
    summary: "Tell what turns of the caller's own conversations changed in the draft, and what of it was taken back.",
    effect: "read",
    access: documentAccess.manage,
    input: z.object({ turnIds: z.array(TurnId).min(1).max(MOST_TURNS) }),
    output: z.object({ turns: z.array(TurnChanges) }),
  }),
}
