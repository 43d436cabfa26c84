import { z } from "zod"
import type { Caller, ThingRef } from "../access/ctx.ts"
import type { CallWords, RegisteredTool } from "../access/points/tool.ts"
import { thingNames } from "../access/thing-names.ts"
import { canonicalId } from "../contract/access.ts"
import type { Effect } from "../contract/effect.ts"
import { inputSchemaOf, outputSchemaOf } from "../contract/procedure.ts"
import { bareOf, referenceOf } from "../contract/refers-to.ts"
import { quoteName } from "../contract/text/quote-name.ts"

/** For tools of plugins that are gone, and for those whose words failed. */
const UNKNOWN = "Used a tool"
// A row is one line; what is longer is cut by the screen, or pushes the state of the call out of it.
const LONGEST_SENTENCE = 200
const LONGEST_QUOTATION = 60
// An import of a whole catalog has less to say in a line than it takes to read it.
const LONGEST_ARGUMENTS = 64_000
const MOST_NAMES = 2
// Whatever a model passes, a row asks for no more names than it could tell.
const MOST_LOOKED_UP = 20

export interface DescribedCall {
  toolName: string
  /** JSON, as the model wrote it: it need not be whole, nor fit the tool. */
  arguments: string
  /** As the model was told it, once the call was made. */
  result?: string | undefined
}

/**
 * What calls of tools are about, each in one line for people. Names are those the reader may see; whatever else stands in
 * the arguments was written by a model that may have read anything, so it is quoted and cut.
 */
export async function describeCalls(reader: Caller, calls: readonly DescribedCall[]): Promise<string[]> {
  const read = calls.map(({ toolName, arguments: source, result }) => {
    const tool = reader.runtime.tools.find(toolName)
    const input = tool ? fittingInput(tool, source) : {}
    const answer = tool?.tell && result !== undefined ? fittingResult(tool, result) : undefined
    return { tool, input, answer, things: tool ? thingsIn(tool, input) : [] }
  })
  const names = new Map<string, string>()
  for (const [type, things] of Map.groupBy(
    read.flatMap((one) => one.things),
    (thing) => thing.type,
  )) {
    const ids = things.map(({ id }) => id)
    for (const [id, name] of await thingNames(reader, type, ids)) names.set(canonicalId(id), name)
  }
  return read.map(({ tool, input, answer }) => sentenceOf(tool, input, names, answer))
}

/** What a tool of that name does to the world; of one that is gone nobody knows. */
export function effectsOf({ runtime }: Caller, calls: readonly DescribedCall[]): Effect[] {
  return calls.map(({ toolName }) => runtime.tools.find(toolName)?.effect ?? "read")
}

function sentenceOf(
  tool: RegisteredTool | undefined,
  input: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
  answer?: unknown,
): string {
  if (!tool?.describe) return UNKNOWN
  try {
    const say = wordsWith(names)
    const did = answer === undefined ? undefined : tool.tell?.(answer as never, input as never, say)
    const sentence = (did ?? tool.describe(input as never, say)).trim()
    return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE - 1)}…` : sentence || UNKNOWN
  } catch {
    return answer !== undefined || Object.keys(input).length > 0 ? sentenceOf(tool, {}, names) : UNKNOWN
  }
}

function wordsWith(names: ReadonlyMap<string, string>): CallWords {
  const quote = (text: string) =>
    quoteName(text.length > LONGEST_QUOTATION ? `${text.slice(0, LONGEST_QUOTATION - 1).toWellFormed()}…` : text)
  const name = (id: string | null | undefined) => {
    const found = id ? names.get(canonicalId(id)) : undefined
    return found === undefined ? undefined : quote(found)
  }
  return {
    quote,
    name,
    names(ids, one, several) {
      if (!ids || ids.length === 0) return undefined
      const known = ids.flatMap((id) => name(id) ?? []).slice(0, MOST_NAMES)
      const others = ids.length - known.length
      if (known.length === 0) return others === 1 ? one : `${others} ${several}`
      const told = others > 0 ? [...known, `${others} more`] : known
      return told.length === 1 ? told[0] : `${told.slice(0, -1).join(", ")} and ${told.at(-1)}`
    },
  }
}

/** Field by field, without those that do not fit: a call that was sent back is told by what is right about it. */
function fittingInput({ verb }: RegisteredTool, source: string): Record<string, unknown> {
  const given = source.length > LONGEST_ARGUMENTS ? undefined : parsed(source)
  if (typeof given !== "object" || given === null) return {}
  return Object.fromEntries(
    Object.entries(shapeOf(verb)).flatMap(([key, schema]) => {
      const value = Object.hasOwn(given, key) ? (given as Record<string, unknown>)[key] : undefined
      const fits = value === undefined || value === null ? null : schema.safeParse(value)
      return fits?.success ? [[key, fits.data]] : []
    }),
  )
}

/** Undefined where it is not what the tool promises: a result that was cut, a sentence about a failure. */
function fittingResult({ verb }: RegisteredTool, source: string): unknown {
  const given = source.length > LONGEST_ARGUMENTS ? undefined : parsed(source)
  return outputSchemaOf(verb.procedure).safeParse(given).data
}

function thingsIn({ verb }: RegisteredTool, input: Readonly<Record<string, unknown>>): ThingRef[] {
  const shape = shapeOf(verb)
  return Object.entries(input)
    .flatMap(([key, value]): ThingRef[] => {
      const schema = shape[key]
      const bare = bareOf(schema)
      const type = referenceOf(schema) ?? (bare instanceof z.ZodArray ? referenceOf(bare.element) : undefined)
      if (type) return [value].flat().flatMap((id) => (typeof id === "string" ? [{ type, id }] : []))
      return isReference(value) ? [value] : []
    })
    .slice(0, MOST_LOOKED_UP)
}

function isReference(value: unknown): value is ThingRef {
  const { type, id } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>
  return typeof type === "string" && typeof id === "string"
}

function shapeOf(verb: RegisteredTool["verb"]): Readonly<Record<string, z.ZodType>> {
  const schema = bareOf(inputSchemaOf(verb.procedure))
  return schema instanceof z.ZodObject ? schema.shape : {}
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}
