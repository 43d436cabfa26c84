import type { AnyProcedure, ParsedInputOf } from "@countersign/core/contract"
import { defineTool, type Tool, type Verb } from "@countersign/core/server"

const SCOPES = ["site"] as const

export function readTool<P extends AnyProcedure>(draft: {
  name: string
  verb: Verb<P>
  description: string
  words: string
  heavy?: boolean
}): Tool {
  const { words, ...tool } = draft
  return defineTool({ ...tool, describe: () => words, scopes: SCOPES })
}

/** A change of the draft: it is there at once and can be taken back, so nobody signs it. */
export function draftTool<P extends AnyProcedure>(draft: {
  name: string
  verb: Verb<P>
  description: string
  words: string
}): Tool {
  const { words, ...tool } = draft
  return defineTool({
    ...tool,
    describe: () => words,
    scopes: SCOPES,
    draft: true,
    // Asked only where an administrator wants two people for it.
    preview: async (_ctx, input: Omit<ParsedInputOf<P>, "version">) => ({ summary: words, after: { ...input } }),
  })
}
