import { type BrowserToolsOf, isBrowserTool } from "../../contract/browser-tool.ts"
import { type AnyProcedure, type InputOf, metaOf, type OutputOf, type ParsedInputOf } from "../../contract/procedure.ts"
import type { ToolScope } from "../../contract/tool.ts"
import { DeveloperError } from "../../errors.ts"
import type { Caller, Ctx } from "../ctx.ts"
import { type AnyVerb, implement } from "../implement.ts"
import { NoOpenPageError } from "./ask-tab.ts"
import type { CallWords, QuotedCall, QuotedThing, Quotes, Tool } from "./tool.ts"

/** What only the server says of a browser tool; each part may be left out. */
export interface BrowserToolOptions<P extends AnyProcedure> {
  /**
   * Whose words its answers carry. A page is not believed: where nothing is said, they count as text from outside. Say more
   * only where the answer holds nothing but what the server can name.
   */
  readonly quotes?:
    | "nothing"
    | "outside"
    | ((call: QuotedCall<ParsedInputOf<P>, OutputOf<P>>) => readonly QuotedThing[] | "outside")
  /** A call in people's words, where the contract's own do not say enough. */
  readonly describe?: (input: Partial<ParsedInputOf<P>>, say: CallWords) => string
  /** Before the page is asked: throws for what must not be asked of it. What it reads, it reads as the one who asks. */
  readonly check?: (ctx: Ctx, input: ParsedInputOf<P>) => Promise<void>
  /** The verb that answers the same where no page is open. With it, MCP clients and automations are offered the tool too. */
  readonly fallback?: (caller: Caller, input: InputOf<P>) => Promise<OutputOf<P>>
  readonly scopes?: readonly ToolScope[]
  /** What models call it, where the contract has something else by that name. */
  readonly name?: string
  /** What models that learnt it elsewhere call it: `open_document`. */
  readonly aliases?: readonly string[]
  /** Large evidence: only the latest stays in the model's context whole. */
  readonly heavy?: boolean
}

export type BrowserToolParts<Contract extends Readonly<Record<string, AnyProcedure>>> = {
  readonly [Name in BrowserToolsOf<Contract>]?: BrowserToolOptions<Contract[Name]>
}

type AnyOptions = BrowserToolOptions<AnyProcedure>

/** Verb and tool of every browser tool in a contract. */
export function browserToolsOf(
  plugin: string,
  contract: Readonly<Record<string, AnyProcedure>>,
  parts: Readonly<Record<string, AnyOptions | undefined>> = {},
): { verbs: Record<string, AnyVerb>; tools: Tool[] } {
  const verbs: Record<string, AnyVerb> = {}
  const tools: Tool[] = []
  for (const name of Object.keys(parts))
    if (!contract[name] || !isBrowserTool(contract[name]))
      throw new DeveloperError(
        `Plugin "${plugin}" says more in "browserTools" of "${name}", which is no browser tool of its contract.`,
      )
  for (const [name, procedure] of Object.entries(contract)) {
    const { browser } = metaOf(procedure)
    if (!browser) continue
    const options = parts[name] ?? {}
    const verb = browserVerb(procedure, browser.timeoutMs, options)
    verbs[name] = verb
    tools.push({
      name: options.name ?? name,
      describe: options.describe ?? (() => browser.words),
      description: browser.description,
      verb,
      quotes: (options.quotes ?? "outside") as Quotes,
      draft: false,
      alwaysSign: false,
      asks: false,
      heavy: options.heavy ?? false,
      // The wait for the page ends first, with a sentence of its own.
      timeoutMs: browser.timeoutMs + AFTER_THE_PAGE_MS,
      ...(options.scopes ? { scopes: options.scopes } : {}),
      ...(options.aliases ? { aliases: options.aliases } : {}),
      needsTab: !options.fallback,
      imagesOf: (result: Pictured) => result.images ?? [],
      projectResult: ({ images: _, ...result }: Pictured) => result,
      definedIn: () => "its contract",
    })
  }
  return { verbs, tools }
}

/** What opening and ending the question takes, on a slow database too. */
const AFTER_THE_PAGE_MS = 10_000

interface Pictured {
  images?: { mediaType: string; data: string }[]
}

function browserVerb(procedure: AnyProcedure, timeoutMs: number, { check, fallback }: AnyOptions): AnyVerb {
  const { id: toolName } = metaOf(procedure)
  return implement(procedure, async (ctx, input) => {
    await check?.(ctx, input)
    const { askTab, abort, frame } = ctx
    if (frame.parent) throw new DeveloperError(`${toolName} runs in an open page; no verb can call it.`)
    // A browser may take its time: no connection, and no snapshot of the database, waits for it.
    await frame.transaction.rollback()
    try {
      if (!askTab) throw new NoOpenPageError()
      return (await askTab({ toolName, input, timeoutMs, abort })).result
    } catch (error) {
      if (!fallback || !(error instanceof NoOpenPageError)) throw error
      const { principal, transport, correlationId, http } = ctx
      return fallback({ principal, transport, correlationId, http, abort, runtime: frame.runtime }, input)
    }
  })
}
