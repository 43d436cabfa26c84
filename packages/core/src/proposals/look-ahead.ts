import type { Caller, Ctx } from "../access/ctx.ts"
import { lookalikeSentences, lookalikesOf } from "../access/lookalikes.ts"
import type { Preview, PreviewThing, QuotedThing, RegisteredTool } from "../access/points/tool.ts"
import { preview } from "../access/preview.ts"
import { listed } from "../contract/listed.ts"
import type { CardThing, DiffRow } from "../contract/proposal.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { DeveloperError } from "../errors.ts"
import { addressesOf } from "../tools/destination.ts"
import { parsePayload, takesVersion } from "../tools/tool-input.ts"
import { fieldDiff, isNamed } from "./field-diff.ts"
import { fingerprintOf } from "./fingerprint.ts"

/** What a call would do, as it stands at this moment. */
export interface Outlook {
  summary: string
  /** What the audit log calls it; null: its summary. */
  recordedAs: string
  /** What the verb will be called with, `version` filled in. */
  payload: Record<string, unknown>
  fingerprint: string
  diff: DiffRow[]
  things: CardThing[]
  /** The same as things that somebody wrote on. */
  quoted: QuotedThing[]
  consequences: string[]
}

/** Runs the tool's preview as this caller, changing nothing. */
export async function lookAhead(
  caller: Caller,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  transaction?: LazyTransaction,
): Promise<Outlook> {
  const look = tool.preview as ((ctx: unknown, input: unknown) => Promise<Preview>) | undefined
  const { verb } = tool
  const found = await preview(
    caller,
    verb.procedure,
    input,
    async (ctx): Promise<Preview & { named: PreviewThing[]; twins: ReadonlySet<string> }> => {
      const seen: Preview = look ? await look(ctx, input) : { summary: readSummary(tool, input) }
      const warnings = await warningsOf(ctx, tool, input, seen)
      const named = [...(seen.things ?? []), ...referredIn(ctx, seen)]
      return {
        ...seen,
        consequences: [...(seen.consequences ?? []), ...warnings],
        named,
        twins: await twinsAmong(ctx, named),
      }
    },
    transaction,
  )
  if (!found.summary.trim()) throw new DeveloperError(`The preview of ${tool.name} has an empty summary.`)
  const payload = parsePayload(tool, withVersion(tool, input, found))
  const { secrets } = caller.runtime
  // Who proposes chooses the words and reads the card. The audit log has them without any secret.
  const { mask } = secrets.words
  const things = found.things ?? []
  const named = { ...found, things: [...found.named.filter((thing) => found.twins.has(keyOf(thing))), ...things] }
  return {
    summary: mask(found.summary),
    recordedAs: secrets.mask(found.recordedAs ?? found.summary),
    payload,
    fingerprint: fingerprintOf(found),
    diff: fieldDiff(tool, payload, named, mask, ambiguousAmong(caller, found)),
    things: things.map(({ type, id, name }) => ({
      type,
      id,
      name: mask(name),
      ...(found.twins.has(keyOf({ type, id })) ? { lookalike: true } : {}),
    })),
    quoted: things.map(({ type, id, name, partOf }) => ({
      ...(partOf ?? { type, id }),
      name: mask(name),
    })),
    consequences: (found.consequences ?? []).map(mask),
  }
}

/** What the records before and after refer to, where the field is called like a kind of named things: `groups`, `ownerTeam`. */
function referredIn({ runtime }: Ctx, { target, after }: Preview): PreviewThing[] {
  const kinds = runtime.plugins.flatMap(({ names = [] }) => names)
  return [target, after].flatMap((record) =>
    Object.entries(record ?? {}).flatMap(([key, value]) => {
      const kind = kinds.find(({ type }) => key.toLowerCase().replace(/s$/, "").endsWith(type.split(".").at(-1)!))
      return kind
        ? [value]
            .flat()
            .filter(isNamed)
            .map(({ id, name }) => ({ type: kind.type, id, name }))
        : []
    }),
  )
}

/** Of which kinds there is another that looks the same, as far as the caller may know. */
async function twinsAmong(ctx: Ctx, things: readonly PreviewThing[]): Promise<ReadonlySet<string>> {
  const twins = new Set<string>()
  for (const [type, ofType] of Map.groupBy(things, (thing) => thing.type))
    for (const { of } of await lookalikesOf(ctx, type, { ids: ofType.map(({ id }) => id) }))
      twins.add(keyOf({ type, id: of }))
  return twins
}

/** A name that is about to be given and looks like one that is there already. Never refused: it may be an honest one. */
async function warningsOf(ctx: Ctx, tool: RegisteredTool, input: Record<string, unknown>, { target, after }: Preview) {
  const [rule] = [tool.procedure.access].flat()
  if (typeof rule !== "object" || after === null) return []
  const { id } = (target ?? {}) as { id?: unknown }
  return lookalikeSentences(ctx, rule.resource, input, typeof id === "string" ? id : undefined)
}

/**
 * Where two are called the same or nearly so, the end of the id says which is meant. Of kinds whose names nobody compares,
 * or whose names repeat, there may be another at any time.
 */
function ambiguousAmong(
  { runtime }: Caller,
  { named, twins }: { named: readonly PreviewThing[]; twins: ReadonlySet<string> },
): ReadonlySet<string> {
  const kinds = runtime.plugins.flatMap(({ names = [] }) => names).filter(({ repeats }) => !repeats)
  const compared = new Set(kinds.map(({ type }) => type))
  // A part that is named has a row of its own for its id.
  const ambiguous = named.filter((thing) => twins.has(keyOf(thing)) || !(compared.has(thing.type) || thing.partOf))
  return new Set(ambiguous.map(({ id }) => id.toLowerCase()))
}

function keyOf({ type, id }: { type: string; id: string }): string {
  return `${type} ${id}`
}

function withVersion(tool: RegisteredTool, input: Record<string, unknown>, { target }: Preview): object {
  if (!takesVersion(tool)) return input
  const version = (target as { version?: unknown } | null | undefined)?.version
  return version === undefined ? input : { ...input, version }
}

/** A read has no preview; it is proposed only because of where it would go. */
function readSummary(tool: RegisteredTool, input: Record<string, unknown>): string {
  const places = addressesOf(tool, input).map(quoteName)
  return places.length > 0 ? `Let ${tool.name} reach ${listed(places)}` : `Run ${tool.name}`
}
