import { setTimeout as pause } from "node:timers/promises"
import { rulesOf } from "../contract/access.ts"
import {
  type AnyProcedure,
  type InputOf,
  inputSchemaOf,
  metaOf,
  type OutputOf,
  outputSchemaOf,
  type ParsedInputOf,
  type ResultOf,
} from "../contract/procedure.ts"
import { conditionOf } from "../db/conditions.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { DeveloperError, invalidInput, PlatformError } from "../errors.ts"
import { demandStorable } from "../json.ts"
import { schemaWords } from "../schema-words.ts"
import { authorizeEntry, authorizeThings } from "./authorize.ts"
import { createCtx } from "./create-ctx.ts"
import type { Caller, Ctx } from "./ctx.ts"
import { explainFailure } from "./explain-failure.ts"
import { awaitApplies } from "./fence.ts"
import { Frame } from "./frame.ts"
import { type KeyedRun, onceByKey, takesKey } from "./idempotency.ts"
import { thingOf } from "./record-changes.ts"

declare const made: unique symbol

/** A verb: `(ctx, input) => output`. Only `implement` makes one; routes, jobs and tools take nothing else. */
export interface Verb<P extends AnyProcedure = AnyProcedure> {
  (caller: Caller, input: InputOf<P>): Promise<OutputOf<P>>
  readonly procedure: P
  readonly [made]: true
}

// Verbs differ in what they take, so the widest one only promises to be callable.
export interface AnyVerb {
  (caller: Caller, input: never): Promise<unknown>
  readonly procedure: AnyProcedure
  readonly [made]: true
}

const verbs = new WeakSet<object>()

export function isVerb(value: unknown): value is AnyVerb {
  return typeof value === "function" && verbs.has(value)
}

/** Where access, parsing, transaction and audit meet, so that a handler is only the happy path. */
export function implement<P extends AnyProcedure>(
  procedure: P,
  handler: (ctx: Ctx, input: ParsedInputOf<P>) => Promise<ResultOf<P>>,
): Verb<P> {
  const run = (caller: Caller, input: unknown) =>
    caller.frame
      ? runNested(caller, caller.frame, procedure, handler as Handler, input)
      : runOutermost(caller, procedure, handler as Handler, input)
  const verb = Object.assign(run, { procedure }) as unknown as Verb<P>
  verbs.add(verb)
  return verb
}

type Handler = (ctx: Ctx, input: unknown) => Promise<unknown>

/** In a row of races the third attempt hardly ever meets another; whoever loses it as well is told to come back. */
const MOST_ATTEMPTS = 3

function runOutermost(caller: Caller, procedure: AnyProcedure, handler: Handler, input: unknown) {
  const run = (keyed?: KeyedRun) => runUntilSettled(caller, procedure, handler, input, keyed)
  return takesKey(caller, metaOf(procedure)) ? onceByKey(caller, procedure, input, run) : run()
}

async function runUntilSettled(
  caller: Caller,
  procedure: AnyProcedure,
  handler: Handler,
  input: unknown,
  keyed: KeyedRun | undefined,
) {
  const meta = metaOf(procedure)
  const keptHeaders = meta.effect === "read" || !caller.http ? null : new Headers(caller.http.responseHeaders)
  for (let attempt = 1; ; attempt++) {
    const { runtime, bracket } = caller
    const mode = meta.effect === "read" ? "read" : bracket && bracket.mode !== "write" ? "bound" : "write"
    const transaction = new LazyTransaction(runtime.database, mode, {
      plugin: meta.id.split(".")[0],
      patient: caller.transport === "job",
    })
    const frame = new Frame(meta, transaction, runtime)
    const sealedBefore = runtime.secrets.sealed
    keyed?.begin(transaction)
    try {
      const actor = (await bracket?.before?.(transaction)) ?? caller
      transaction.countAnew()
      const output = await runHandler(actor, frame, procedure, handler, input)
      // Not one after the other: they travel together.
      const { changes, wrote } = frame
      const recorded = changes.length + wrote.length > 0 && runtime.recordChanges(transaction, actor, frame)
      const told = frame.announcements.length > 0 && runtime.writeEvents(transaction, frame.announcements, actor)
      await Promise.all([recorded, told, keyed?.keep(transaction, output)])
      await bracket?.after(transaction, output)
      if (frame.takesAway) await awaitApplies(transaction)
      await transaction.commit()
      for (const work of frame.afterCommit) work()
      if (!frame.signals.isEmpty) runtime.publishSignals(frame.signals.toChanges(pageCall(caller)))
      if (frame.told.length > 0) runtime.tellPages(frame.told)
      // By this verb or by one beside it, which then says so as well.
      if (runtime.secrets.sealed !== sealedBefore) runtime.publishSealed()
      return output
    } catch (error) {
      await transaction.rollback()
      // What happened outside cannot be undone, so it is never done twice.
      const again = attempt < MOST_ATTEMPTS && !meta.external && lostRace(transaction, error)
      if (!again) throw await explainFailure(caller, frame, error)
      if (caller.http && keptHeaders) resetHeaders(caller.http.responseHeaders, keptHeaders)
      // Those who met would meet again if all of them came back at once.
      await pause(Math.random() * 25 * attempt)
    }
  }
}

/** The page that made a change shows it once it is answered, and need not read it again when it hears of it. */
function pageCall({ http, principal, correlationId }: Caller): string | undefined {
  return http && principal.kind === "user" ? correlationId : undefined
}

/** Deadlock and serialisation failure: the database undid it for the sake of another, and it may succeed now. */
function lostRace(transaction: LazyTransaction, error: unknown): boolean {
  return !(error instanceof PlatformError) && transaction.raised(error) && conditionOf(error)?.kind === "raced"
}

function resetHeaders(headers: Headers, kept: Headers): void {
  for (const name of [...headers.keys()]) headers.delete(name)
  for (const [name, value] of kept) headers.append(name, value)
}

async function runNested(caller: Caller, parent: Frame, procedure: AnyProcedure, handler: Handler, input: unknown) {
  const meta = metaOf(procedure)
  if (parent.procedure.effect === "read" && meta.effect !== "read")
    throw new DeveloperError(`${parent.procedure.id} is declared a read but calls ${meta.id}, which changes things.`)
  const frame = new Frame(meta, parent.transaction, parent.runtime, parent)
  return parent.inTurn(async () => {
    const mode = meta.effect === "read" ? "read" : "write"
    const output = await parent.transaction.within(mode, () => runHandler(caller, frame, procedure, handler, input))
    // Only what was not rolled back to the savepoint counts as changed.
    const { outermost } = parent
    parent.changes.push(...frame.changes)
    parent.wrote.push(...frame.wrote)
    parent.announcements.push(...frame.announcements)
    outermost.signals.take(frame.signals)
    outermost.told.push(...frame.told)
    outermost.afterCommit.push(...frame.afterCommit)
    return output
  })
}

async function runHandler(caller: Caller, frame: Frame, procedure: AnyProcedure, handler: Handler, input: unknown) {
  const meta = frame.procedure
  authorizeEntry(caller.principal, meta, { nested: frame.parent !== undefined })
  // Whichever door it came through: a query, a path and a form can hold what no JSON body may.
  if (frame.outermost === frame) demandStorable(input)
  const parsed = inputSchemaOf(procedure).safeParse(input ?? {}, { error: schemaWords })
  if (!parsed.success) throw invalidInput(meta.id, parsed.error, inputSchemaOf(procedure))
  const ctx = createCtx(caller, frame)
  await authorizeThings(ctx, meta, parsed.data)

  if (meta.external) frame.outermost.wentOutside = true
  const result = await handler(ctx, parsed.data)

  if (!frame.scoped)
    throw new DeveloperError(`${meta.id} is scoped by ${meta.scope?.by}, but its handler never asked ctx.reach.`)
  if (meta.effect !== "read") await demandAudit(frame)
  const output = outputSchemaOf(procedure).safeParse(result)
  if (!output.success)
    throw new DeveloperError(`${meta.id} returned what its contract does not promise: ${output.error.message}`)
  return output.data
}

/** A change nobody wrote down must not happen. */
async function demandAudit(frame: Frame): Promise<void> {
  const { procedure, transaction } = frame
  if (frame.changes.length > 0) {
    if (procedure.revokes) frame.outermost.takesAway = true
    for (const { resource } of rulesOf(procedure.access)) frame.signals.add(resource, auditedOf(frame, resource))
    return
  }
  const isOutermost = frame.outermost === frame
  if (procedure.recordedIn && !isOutermost) transaction.statements.leaveOut()
  if (!isOutermost || procedure.recordedIn || !transaction.opened) return
  if (await transaction.hasChanged())
    throw new DeveloperError(`${procedure.id} changed something without ctx.audit, so the change was rolled back.`)
}

/** The things of a resource that the verb itself says it changed; undefined where it does not say which. */
function auditedOf({ changes, procedure }: Frame, resource: string): string[] | undefined {
  const things = changes
    .filter((change) => change.procedure === procedure)
    .map((each) => thingOf(procedure, each.change))
  const own = things.filter(({ type }) => type === resource)
  const ids = own.flatMap(({ id }) => id ?? [])
  return own.length > 0 && ids.length === own.length ? ids : undefined
}
