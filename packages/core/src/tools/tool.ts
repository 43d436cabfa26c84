import type { Ctx } from "../access/ctx.ts"
import type { Verb } from "../access/implement.ts"
import type { CallWords, Preview, QuotedCall, QuotedThing, Quotes, Tool, UndoBy } from "../access/points/tool.ts"
import type { AnyProcedure, OutputOf, ParsedInputOf } from "../contract/procedure.ts"
import type { ToolScope } from "../contract/tool.ts"

/** A tool that answers within this, or is given up. */
export const TOOL_TIMEOUT_MS = 60_000

export function defineTool<P extends AnyProcedure>(draft: {
  name: string
  /** What models that learnt it elsewhere call it: `list_documents`. */
  aliases?: readonly string[]
  /**
   * What people read in place of its name: `Looked at open incidents of "Checkout"` for a read, `Open an incident` for a
   * change. It is given what fits of a call's arguments, which may be nothing, and `say` for whatever somebody wrote.
   */
  describe?(input: Partial<Omit<ParsedInputOf<P>, "version">>, say: CallWords): string
  /** What a call that was made has done: `Inserted a section with 14 elements`. Undefined where `describe` says as much. */
  tell?(result: OutputOf<P>, input: Partial<Omit<ParsedInputOf<P>, "version">>, say: CallWords): string | undefined
  verb: Verb<P>
  /** When to call it and what to pass. The same in every permission mode. */
  description: string
  /** Required unless the verb is a read. Runs READ ONLY, as the one who asks. `version` is filled from the target. */
  preview?(ctx: Ctx, input: Omit<ParsedInputOf<P>, "version">): Promise<Preview>
  /** Leans the result for the model. The audit and MCP's structured content keep all of it. */
  projectResult?(result: OutputOf<P>): unknown
  /** Which workspaces offer it; all of them when left out. */
  scopes?: readonly ToolScope[]
  /**
   * Whose words its results, errors and summaries carry: `nothing`, those of things (asked without a result for an error
   * or a card), or `outside`, which is also what counts for a tool that does not say.
   */
  quotes?:
    | "nothing"
    | "outside"
    | ((call: QuotedCall<Omit<ParsedInputOf<P>, "version">, OutputOf<P>>) => readonly QuotedThing[] | "outside")
  /** The argument that names a destination outside. */
  egress?: keyof ParsedInputOf<P> & string
  /**
   * Where that argument is no address itself: those that a call would reach, such as `tcp://db.example.com:5432`. What it
   * sends besides stands behind a `#`, so that nobody has written the address as it is. None: it stays inside.
   */
  reaches?(input: ParsedInputOf<P>): readonly string[]
  /** The change lands in a draft that only its author's workspace shows. */
  draft?: boolean
  /** Asks in every mode: always, or for what the input asks. */
  alwaysSign?: boolean | ((input: Omit<ParsedInputOf<P>, "version">) => boolean)
  timeoutMs?: number
  /** The result is a question to the operator, `{ question, options }`: it ends the turn, and the next message answers it. */
  asks?: boolean
  /** Large evidence about a state that moves on: only the latest stays in the model's context whole. */
  heavy?: boolean
  /** Pictures in the result, for models that see. They are shown to the model once and not kept. */
  imagesOf?(result: OutputOf<P>): readonly { mediaType: string; data: string }[]
  /** The call that takes the change back. */
  undo?: UndoBy<Omit<ParsedInputOf<P>, "version">, OutputOf<P>>
}): Tool {
  return {
    draft: false,
    asks: false,
    heavy: false,
    timeoutMs: TOOL_TIMEOUT_MS,
    ...draft,
    quotes: (draft.quotes ?? "outside") as Quotes,
    describe: draft.describe as Tool["describe"],
    tell: draft.tell as Tool["tell"],
    reaches: draft.reaches as Tool["reaches"],
    alwaysSign: (draft.alwaysSign ?? false) as Tool["alwaysSign"],
    preview: draft.preview as Tool["preview"],
    projectResult: draft.projectResult as Tool["projectResult"],
    imagesOf: draft.imagesOf as Tool["imagesOf"],
    undo: draft.undo as Tool["undo"],
    definedIn: callingFile(),
  }
}

/**
 * The file that called `defineTool`: two frames up from here. The stack is written out when a mistake is told, not before: that
 * takes most of a millisecond for each tool of a start.
 */
function callingFile(): () => string {
  const here = new Error()
  return () => {
    const frame = here.stack?.split("\n")[3] ?? ""
    return /([^/\\(\s]+[/\\][^/\\]+)\.[cm]?[jt]sx?:\d+/.exec(frame)?.[0].replace(/:\d+$/, "") ?? "an unknown file"
  }
}
