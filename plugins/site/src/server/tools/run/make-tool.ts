import type { AnyProcedure, OutputOf, ParsedInputOf } from "@countersign/core/contract"
import { type CallWords, defineTool, type QuotedThing, type Tool, type Verb } from "@countersign/core/server"
import { ANYWHERE } from "../../whose-words.ts"
import { done } from "./done-words.ts"
import type { RunVerb } from "./make-verb.ts"
import { previewDraft } from "./preview-draft.ts"

type Input<P extends AnyProcedure> = Omit<ParsedInputOf<P>, "version">
type Drafted<P extends AnyProcedure> = Parameters<typeof defineTool<P>>[0]

interface Offered<P extends AnyProcedure> {
  name: string
  description: string
  /** What people read of a call. */
  words: string
  /** The same with the name of what the call is about. */
  describe?: Drafted<P>["describe"]
}

export const SCOPES = ["site"] as const

export function readTool<P extends AnyProcedure>(
  draft: Offered<P> & { verb: Verb<P>; heavy?: boolean } & Pick<Drafted<P>, "quotes" | "projectResult">,
): Tool {
  const { words, ...tool } = draft
  return defineTool({ describe: inDocument(words), ...tool, scopes: SCOPES })
}

/** With the title of the document that a call names. */
function inDocument(words: string) {
  return (input: object, say: CallWords): string => {
    const { document } = input as { document?: unknown }
    const title = typeof document === "string" ? say.name(document) : undefined
    return title === undefined ? words : `${words} in ${title}`
  }
}

/** A change of the draft: it is there at once and can be taken back, so nobody signs it. */
export function draftTool<P extends AnyProcedure>(
  draft: Offered<P> & {
    verb: RunVerb<P>
    /** What it did, by what it answered; else the words of the call say that it was done. */
    did?: (result: OutputOf<P>) => string | undefined
    /** Of an answer that has words of others besides its warnings. */
    quotes?: (result: OutputOf<P>, input: Input<P>) => readonly QuotedThing[]
  },
): Tool {
  const { words, did, quotes, ...tool } = draft
  const describe = tool.describe ?? inDocument(words)
  return defineTool({
    ...tool,
    describe,
    tell: (result, input, say) => {
      const told = did?.(result)
      return told === undefined ? done(describe(input, say)) : inDocument(told)(input, say)
    },
    scopes: SCOPES,
    draft: true,
    // A refusal, a card and a warning may name anything of the site.
    quotes: ({ input, result }) =>
      result === undefined || "warnings" in (result as object) ? [ANYWHERE] : (quotes?.(result, input) ?? []),
    preview: (ctx, input) => previewDraft(ctx, draft.verb, input as ParsedInputOf<P>, words),
  })
}
