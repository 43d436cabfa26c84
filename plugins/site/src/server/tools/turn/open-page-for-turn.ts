import { setTimeout as pause } from "node:timers/promises"
import { defineContract, procedure, readPageFacts } from "@countersign/core/contract"
import { type Caller, ForbiddenError, implement, type TurnAsk, type TurnNote } from "@countersign/core/server"
import { z } from "zod"
import { editorFacts } from "../../../contract/editor-facts.ts"
import { documentAccess } from "../../../contract.ts"
import { listParts } from "../../part-store.ts"
import { sequenceOf } from "../../site-store.ts"
import { loadSite, namedBy } from "../run/load-site.ts"
import { describeOpenPage } from "./describe-open-page.ts"

// A verb that no door offers: only a verb knows what a caller may see.
const { readOpenPage } = defineContract("site", {
  readOpenPage: procedure({
    summary: "Tell what is open in the editor, and of which documents and tokens it is one.",
    effect: "read",
    access: documentAccess.read,
    input: editorFacts.schema,
    output: z.object({
      /** The server has not heard all that the tab has. */
      behind: z.boolean(),
      page: z
        .object({
          about: z.string(),
          names: z.string(),
          quotes: z.array(z.object({ type: z.string(), id: z.string(), name: z.string().nullish() })),
        })
        .nullable(),
    }),
  }),
})

const MOST_LISTED = 500

const openPage = implement(readOpenPage, async (ctx, open) => {
  const sequence = await sequenceOf(ctx.tx)
  const { documents, next } = await listParts(ctx.tx, { limit: MOST_LISTED })
  const site = await loadSite(ctx, sequence, namedBy(open.document))
  const page = describeOpenPage(site, { documents, whole: next === null }, open)
  return { behind: sequence < open.sequence, page: page && { ...page, quotes: [...page.quotes] } }
})

const LONGEST_WAIT_MS = 5_000
const LOOK_MS = 100

/**
 * What the editor of whoever talks shows. The turn waits for what their tab has sent, as long as that is bearable: a model that reads
 * the page before that would work on what they have changed already.
 */
export async function openPageForTurn(caller: Caller, { snapshot }: Pick<TurnAsk, "snapshot">): Promise<TurnNote[]> {
  const open = readPageFacts(editorFacts, snapshot?.told)
  if (!open) return []
  const until = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const { behind, page } = await openPage(caller, open).catch(nothingToSee)
    if (behind && performance.now() < until) {
      await pause(LOOK_MS)
      continue
    }
    if (!page) return []
    return [
      { title: "What is open in the editor", text: page.about },
      { title: "What pages and tokens are called", text: page.names, quotes: page.quotes },
    ]
  }
}

function nothingToSee(error: unknown): { behind: false; page: null } {
  if (error instanceof ForbiddenError) return { behind: false, page: null }
  throw error
}
