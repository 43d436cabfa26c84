import type { Effect } from "../../contract/effect.ts"
import type { ProcedureMeta } from "../../contract/procedure.ts"
import type { CardThing } from "../../contract/proposal.ts"
import type { ToolScope } from "../../contract/tool.ts"
import type { Ctx, ThingRef } from "../ctx.ts"
import type { AnyVerb } from "../implement.ts"

/**
 * What a change would do, found out without doing it. The card is derived from it, and apply is bound to it:
 * if the target or one of the things has moved by then, a person looks again.
 */
export interface Preview {
  /** One line that names the target: `Resolve "Checkout is down"`. */
  summary: string
  /** What the audit log calls it, where the summary repeats what is one person's own. */
  recordedAs?: string
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
  /** The thing it was written on, where it is a part of one: an update of an incident. */
  partOf?: ThingRef
}

/** A thing whose words a result repeats, by its name where the result says it. */
export interface QuotedThing extends ThingRef {
  readonly name?: string | null
}

/** What a call was asked with and, once it has been made, what it answered. */
export interface QuotedCall<Input = never, Result = never> {
  readonly input: Input
  readonly result?: Result
}

/**
 * Whose words a tool's results, errors and summaries carry. `nothing`: numbers, codes, ids, instants and our own sentences.
 * `outside`: anybody's. Else those of the things it names, whoever wrote on them.
 */
export type Quotes = "nothing" | "outside" | ((call: QuotedCall) => readonly QuotedThing[] | "outside")

/** What a sentence about a call may be made of. A model wrote the arguments, so nothing of them stands there bare. */
export interface CallWords {
  /** What somebody wrote, in quotation marks and no longer than a line can hold. */
  quote(text: string): string
  /** What a thing of the input is called, quoted; undefined where the reader may not see it. */
  name(id: string | null | undefined): string | undefined
  /** `"Checkout" and 2 more`; `a system` or `3 systems` where no name may be told, undefined where no id was given. */
  names(ids: readonly string[] | undefined, one: string, several: string): string | undefined
}

/** A verb offered to a model. Input, access and effect are the verb's own, so they cannot drift. */
export interface Tool {
  /** Before registration without its plugin: `resolve`. The registry calls it `incident.resolve`. */
  readonly name: string
  /** What others call it, as it is written on the wire. It is found by them, with its plugin before them or without, and offered by its own name alone. */
  readonly aliases?: readonly string[]
  /** What people read in place of its name. It is given what fits of a call's arguments, maybe nothing. */
  readonly describe?: (input: never, say: CallWords) => string
  /** What a call that was made has done, where its answer says more than its arguments. */
  readonly tell?: (result: never, input: never, say: CallWords) => string | undefined
  readonly verb: AnyVerb
  readonly description: string
  readonly preview?: (ctx: Ctx, input: never) => Promise<Preview>
  readonly projectResult?: (result: never) => unknown
  readonly scopes?: readonly ToolScope[]
  readonly quotes: Quotes
  readonly egress?: string
  /** The addresses that a call would reach, where the argument is not itself one; none where it stays inside. */
  readonly reaches?: (input: never) => readonly string[]
  readonly draft: boolean
  readonly alwaysSign: boolean | ((input: never) => boolean)
  readonly timeoutMs: number
  readonly asks: boolean
  readonly heavy: boolean
  readonly imagesOf?: (result: never) => readonly { mediaType: string; data: string }[]
  readonly undo?: UndoBy<never, never>
  /** It runs in an open page and nowhere else: offered in conversations alone. */
  readonly needsTab?: boolean
  /** The file that defined it, for messages about duplicates. */
  definedIn(): string
}

/** By which tool a change is taken back, and with what; null where this one cannot be. */
export interface UndoBy<Input, Result> {
  readonly tool: string
  by(input: Input, result: Result): Omit<Undo, "toolName"> | null
}

/** The call that takes a change back. A person signs it like any other. */
export interface Undo {
  toolName: string
  input: Record<string, unknown>
  /** `Reopen the incident`. */
  label: string
}

/** Null where there is none, or where it cannot be told from what happened. */
export function undoOf(tool: Tool, input: unknown, result: unknown): Undo | null {
  try {
    const undo = tool.undo?.by(input as never, result as never)
    return undo ? { toolName: tool.undo!.tool, ...undo } : null
  } catch {
    return null
  }
}

/** A tool under its full name. */
export interface RegisteredTool extends Tool {
  /** `incident.resolve`. */
  readonly name: string
  /** `incident_resolve`: model providers and MCP clients allow no dots. */
  readonly wireName: string
  /** Every other name on the wire by which it is found. */
  readonly otherNames: readonly string[]
  readonly plugin: string
  readonly procedure: ProcedureMeta
  readonly effect: Effect
}

export interface ToolRegistry {
  /** In the order of their names, so that lists are the same on every pod. */
  readonly tools: readonly RegisteredTool[]
  /** By either name. */
  find(name: string): RegisteredTool | undefined
}
