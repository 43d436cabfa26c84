import { type AnyProcedure, type ParsedInputOf, type ResultOf, readPageFacts } from "@countersign/core/contract"
import { type Ctx, InvalidInputError, implement, type Verb } from "@countersign/core/server"
import { editorFacts } from "../../../contract/editor-facts.ts"
import { Refusal, type Site } from "../../../document.ts"
import { appendCommands } from "../../append.ts"
import { flatten } from "../../parts.ts"
import { lockSite, sequenceOf } from "../../site-store.ts"
import { followInTab } from "./follow-in-tab.ts"
import { loadSiteFor } from "./load-site.ts"
import type { Ran, Reader, RunContext, Runner } from "./runner.ts"

/** A verb whose runner can be tried beforehand. */
export type RunVerb<P extends AnyProcedure> = Verb<P> & {
  readonly run: Runner<ParsedInputOf<P>, ResultOf<P>>
  /** What it has to know besides the site. */
  readonly needs?: (ctx: Ctx, input: ParsedInputOf<P>) => Promise<Omit<RunContext, "nextId">>
}

/** A verb that changes the draft by what a runner says. Commands, the call's row and its answer commit together. */
export function changing<P extends AnyProcedure>(
  procedure: P,
  run: Runner<ParsedInputOf<P>, ResultOf<P>>,
  after?: (ctx: Ctx, input: ParsedInputOf<P>, before: Site, data: ResultOf<P>) => void,
  needs?: RunVerb<P>["needs"],
): RunVerb<P> {
  const verb = implement(procedure, async (ctx, input) => {
    const known = await needs?.(ctx, input)
    const sequence = await lockSite(ctx.tx)
    const site = await loadSiteFor(ctx, sequence, input as object)
    const ran = await commit(ctx, sequence, (context) => run(site, input, { ...context, ...known }))
    const { commands, data, warnings = [] } = ran
    followInTab(ctx, commands)
    after?.(ctx, input, site, data)
    return (warnings.length > 0 ? { ...(data as object), warnings: [...warnings] } : data) as ResultOf<P>
  })
  return Object.assign(verb, { run, ...(needs && { needs }) })
}

/** What a runner wants is done as a whole; a refusal is told to whoever asked. */
export async function commit<Data>(
  ctx: Ctx,
  sequence: number,
  run: (context: { nextId(): string }) => Ran<Data>,
): Promise<Ran<Data>> {
  const ran = refusing(() => run(idsAfter(sequence)))
  const commands = flatten({ type: "group", commands: ran.commands })
  if (commands.length === 0) return ran
  const done = await appendCommands(ctx, commands, ran.copiedFrom)
  if (!done.ok) throw new InvalidInputError(done.reason)
  return ran
}

/** Of the sequence that the change will have, which no other has; a tab's ids hold no tilde. */
export function idsAfter(sequence: number): { nextId(): string } {
  let made = 0
  return {
    nextId() {
      made += 1
      return `s${(sequence + 1).toString(36)}~${made.toString(36)}`
    },
  }
}

/**
 * `whole`: what it tells of one document depends on others, such as the templates around it. `ofOpen`: where no document is named it
 * is about the one that is open in the editor of whoever talks.
 */
export function reading<P extends AnyProcedure>(
  procedure: P,
  read: Reader<ParsedInputOf<P>, ResultOf<P>>,
  { whole = false, ofOpen = false } = {},
): Verb<P> {
  return implement(procedure, async (ctx, asked) => {
    const input = ofOpen ? withOpenDocument(ctx, asked) : asked
    const site = await loadSiteFor(ctx, await sequenceOf(ctx.tx), input as object, { whole })
    return refusing(() => read(site, input, { resultChars: ctx.resultChars }))
  })
}

function withOpenDocument<Input>({ looksAt }: Ctx, input: Input): Input {
  const open = (input as { document?: unknown }).document === undefined && readPageFacts(editorFacts, looksAt?.told)
  return open ? { ...input, document: open.document } : input
}

/** What the library refuses is the caller's to mend. */
export function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) throw new InvalidInputError(error.message)
    throw error
  }
}
