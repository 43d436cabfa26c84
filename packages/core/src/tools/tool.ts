import type { Ctx } from "../access/ctx.ts"
import type { AnyVerb, Verb } from "../access/implement.ts"
import type { AnyProcedure, OutputOf, ParsedInputOf } from "../contract/procedure.ts"
import type { CardThing } from "../contract/proposal.ts"
import type { ToolScope } from "../contract/tool.ts"

/**
 * What a change would do, found out without doing it. The card is derived from it, and apply is bound to it:
 * if the target or one of the things has moved by then, a person looks again.
 */
export interface Preview {
  /** One line that names the target: `Resolve "Checkout is down"`. */
  summary: string
  /** The record that will change, as it is now. Left out when one is created. */
  target?: object | null
  /** The record as it will be. Null when it is deleted; left out where the payload says it all. */
  after?: object | null
  /** Everything else the payload names or the change touches. Ids in the payload become these names on the card. */
  things?: readonly PreviewThing[]
  /** What goes with it beyond the fields, as sentences: `It leaves the group Payments.` */
  consequences?: readonly string[]
}

export interface PreviewThing extends CardThing {
  /** What the card relies on besides the name. With a version in it, the version decides whether it moved. */
  state?: object
}

/** A verb offered to a model. Input, access and effect are the verb's own, so they cannot drift. */
export interface Tool {
  /** Before registration without its plugin: `resolve`. The registry calls it `incident.resolve`. */
  readonly name: string
  readonly verb: AnyVerb
  readonly description: string
  readonly preview?: (ctx: Ctx, input: never) => Promise<Preview>
  readonly projectResult?: (result: never) => unknown
  readonly scopes?: readonly ToolScope[]
  readonly outside: boolean
  readonly egress?: string
  readonly draft: boolean
  readonly alwaysSign: boolean
  readonly timeoutMs: number
  /** The file that defined it, for messages about duplicates. */
  readonly definedIn: string
}

/** A tool that answers within this, or is given up. */
export const TOOL_TIMEOUT_MS = 60_000

export function defineTool<P extends AnyProcedure>(draft: {
  name: string
  verb: Verb<P>
  /** When to call it and what to pass. The same in every permission mode. */
  description: string
  /** Required unless the verb is a read. Runs READ ONLY, as the one who asks. `version` is filled from the target. */
  preview?(ctx: Ctx, input: Omit<ParsedInputOf<P>, "version">): Promise<Preview>
  /** Leans the result for the model. The audit and MCP's structured content keep all of it. */
  projectResult?(result: OutputOf<P>): unknown
  /** Which workspaces offer it; all of them when left out. */
  scopes?: readonly ToolScope[]
  /** The result carries text that people outside, or other people, wrote. */
  outside?: boolean
  /** The argument that names a destination outside. */
  egress?: keyof ParsedInputOf<P> & string
  /** The change lands in a draft that only its author's workspace shows. */
  draft?: boolean
  /** Asks in every mode. */
  alwaysSign?: boolean
  timeoutMs?: number
}): Tool {
  return {
    outside: false,
    draft: false,
    alwaysSign: false,
    timeoutMs: TOOL_TIMEOUT_MS,
    ...draft,
    preview: draft.preview as Tool["preview"],
    projectResult: draft.projectResult as Tool["projectResult"],
    definedIn: callingFile(),
  }
}

/** The file that called `defineTool`: two frames up from here. */
function callingFile(): string {
  const frame = new Error().stack?.split("\n")[3] ?? ""
  return /([^/\\(\s]+[/\\][^/\\]+)\.[cm]?[jt]sx?:\d+/.exec(frame)?.[0].replace(/:\d+$/, "") ?? "an unknown file"
}
