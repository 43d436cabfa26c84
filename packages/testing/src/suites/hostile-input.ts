import { randomUUID } from "node:crypto"
import { exampleInput } from "./example-input.ts"

type Schema = Record<string, unknown>

/** A value and what is wrong with it, in a word or two for the one who reads a failure. */
export type Hostile = readonly [what: string, value: unknown]

const own = (key: string, value: unknown) => Object.fromEntries([[key, value]])
const nested = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels)}${"]}".repeat(levels)}`)

/** What no field may fall over, whatever it takes. */
export const HOSTILE: readonly Hostile[] = [
  ["half of a surrogate pair", "half \ud800 pair"],
  ["the other half", "\udc00"],
  ["U+0000", "a\u0000b"],
  ["nothing", ""],
  ["blanks", " \t\n "],
  ["U+FFFF and turned around", "\uffff\u202eabc"],
  ["a quote and a comment", "'; DROP TABLE platform.person; --"],
  ["a pattern", "%_\\%"],
  ["a regular expression", "(a+)+$[\\"],
  ["a percent sign cut off", "%E0%A4%A"],
  ["the name of a prototype", "__proto__"],
  ["the name of a constructor", "constructor"],
  ["a uuid in capitals", randomUUID().toUpperCase()],
  ["a uuid of nobody", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ["no uuid", "00000000-0000-0000-0000-00000000000g"],
  ["a cursor of nothing", Buffer.from("[]").toString("base64url")],
  ["a cursor with a wild value", Buffer.from('["name","\\u0000","x"]').toString("base64url")],
  ["a cursor beyond all times", Buffer.from('["at","0000-01-01T00:00:00Z","x"]').toString("base64url")],
  ["the year 0", "0000-01-01T00:00:00Z"],
  ["the year 1", "0001-01-01T00:00:00+14:00"],
  ["the year 9999", "9999-12-31T23:59:59Z"],
  ["the last second of 9999, in the west", "9999-12-31T23:59:59-12:00"],
  ["an offset of 23:59", "2026-01-01T00:00:00+23:59"],
  ["an offset of -23:59", "2026-01-01T00:00:00-23:59"],
  ["the 30th of February", "2026-02-30T00:00:00Z"],
  ["a leap second", "2026-12-31T23:59:60Z"],
  ["a fraction without end", `2026-01-01T00:00:00.${"9".repeat(60)}Z`],
  ["an address of nobody", "http://[::1"],
  ["a script for an address", "javascript:alert(1)"],
  ["minus one", -1],
  ["zero", 0],
  ["a fraction", 0.5],
  ["the end of int4", 2 ** 31 - 1],
  ["beyond int4", 2 ** 31],
  ["below int4", -(2 ** 31) - 1],
  ["the end of what is exact", Number.MAX_SAFE_INTEGER],
  ["beyond int8", 2 ** 63],
  ["1e308", 1e308],
  ["next to nothing", 5e-324],
  ["null", null],
  ["true", true],
  ["an empty list", []],
  ["a list of lists", [[[[]]]]],
  ["an empty object", {}],
  ["a toJSON key", { toJSON: "x" }],
  ["a __proto__ key", own("__proto__", { admin: true })],
  ["a constructor key", { constructor: { prototype: { admin: true } } }],
  ["a half pair for a key", own("\ud800", 1)],
  ["forty levels", nested(20)],
]

/** Refused for their size alone; one of each is enough for a verb. */
export const HEAVY: readonly Hostile[] = [
  ["5,000 levels", "5,000 levels go here"],
  ["100,000 entries", Array.from({ length: 100_000 }, () => 1)],
  ["19,000 entries", Array.from({ length: 19_000 }, () => "x")],
  ["19,000 keys", Object.fromEntries(Array.from({ length: 19_000 }, (_, at) => [`key-${at}`, at]))],
  ["a million characters", "x".repeat(1_000_000)],
  ["a third of a million quotes", '"'.repeat(333_333)],
]

/** As JSON. So many levels are more than JSON.stringify takes, so they come in afterwards. */
export function writeHostile(value: unknown): string {
  return JSON.stringify(value).replace('"5,000 levels go here"', `${'{"a":['.repeat(2_500)}${"]}".repeat(2_500)}`)
}

/** Values for the place of one that fits the schema, each wrong in one leaf. */
export function hostileFor(schema: Schema): Hostile[] {
  return [...HOSTILE, ...atTheEdges(schema), ...inside(schema)]
}

/** What fits, but only just: the place where the schema ends and the database begins. */
function atTheEdges({ type, format, minimum, maximum, maxLength, maxItems, items }: Schema): Hostile[] {
  if (type === "string" && format === undefined && maxLength !== undefined)
    return ["é", "\u0001", '"', "\\", "&<"].map((one) => [
      `as much of ${JSON.stringify(one)} as goes`,
      one.repeat(Math.min(Number(maxLength), 400_000)).slice(0, Number(maxLength)),
    ])
  if (type === "integer" || type === "number")
    return [minimum, maximum].filter((edge) => edge !== undefined).map((edge) => ["its edge", edge] as const)
  if (type === "array" && maxItems !== undefined) {
    const length = Math.min(Number(maxItems), 2_000)
    return [
      ["as many as go", Array.from({ length }, () => exampleInput((items ?? {}) as Schema))],
      ["the same twice", Array(2).fill(exampleInput((items ?? {}) as Schema))],
    ]
  }
  return []
}

function inside(schema: Schema): Hostile[] {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  const { properties = {}, items, additionalProperties } = schema as { properties?: Record<string, Schema> } & Schema
  return [
    ...branches
      .filter((branch) => branch.type !== "null")
      .flatMap((branch) => [...atTheEdges(branch), ...inside(branch)]),
    ...Object.entries(properties).flatMap(([key, field]) =>
      hostileFor(field).map(
        ([what, value]) => [`${key}: ${what}`, { ...(exampleInput(schema) as object), ...own(key, value) }] as const,
      ),
    ),
    ...(isSchema(items) ? hostileFor(items).map(([what, value]) => [`an entry: ${what}`, [value]] as const) : []),
    ...(isSchema(additionalProperties)
      ? hostileFor(additionalProperties).flatMap(([what, value]) => [
          [`a value: ${what}`, { example: value }] as const,
          ...(typeof value === "string"
            ? [[`a key: ${what}`, own(value, exampleInput(additionalProperties))] as const]
            : []),
        ])
      : []),
  ]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The same numbers for the same seed (mulberry32), so that a failure can be run again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(list: readonly T[], count: number, random: () => number): T[] {
  if (count >= list.length) return [...list]
  const left = [...list]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}
