import { EVERY_HIDDEN } from "./hidden-texts.ts"
import { pick } from "./hostile-input.ts"

type Schema = Record<string, unknown>

/**
 * An input like the example, with every field that names nothing filled anew from its JSON Schema: texts that look like
 * something else, optional fields there or not, lists and records of all sizes. Ids stay those of the example's world.
 */
export function generateInput(
  schema: Schema,
  example: object,
  random: () => number,
  meant: readonly string[] = [],
): Record<string, unknown> {
  const given = example as Record<string, unknown>
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const required = (schema.required ?? []) as string[]
  const ids = Object.values(given)
    .flat()
    .filter((one) => typeof one === "string" && UUID.test(one))
  const made = fields.flatMap(([key, field]): [string, unknown][] => {
    if (namesThings(field)) return given[key] === undefined ? [] : [[key, given[key]]]
    if (!required.includes(key) && random() < 0.3) return []
    if (meant.includes(key)) return given[key] === undefined ? [] : [[key, given[key]]]
    // Some texts have a meaning that a schema does not tell.
    if (given[key] !== undefined && random() < 0.2) return [[key, given[key]]]
    // What people write may look like a reference to a thing that the card names.
    if (isRecord(field) && ids.length > 0 && random() < 0.3)
      return [[key, { type: fitting({ maxLength: 40 }, random), id: pick(ids, 1, random)[0] }]]
    return [[key, generate(field, random)]]
  })
  return Object.fromEntries(made)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isRecord({ type, properties }: Schema): boolean {
  return type === "object" && !properties
}

/** Whether it is an id, or holds one. */
function namesThings(schema: Schema): boolean {
  if (schema.format === "uuid") return true
  const { anyOf, oneOf, items, properties } = schema as Record<string, Schema | Schema[] | undefined>
  const properly = Object.entries((properties ?? {}) as Record<string, Schema>)
  const parts = [anyOf, oneOf, items].flat().filter((one) => one !== undefined) as Schema[]
  return [...parts, ...properly.map(([, one]) => one)].some(namesThings) || properly.some(([key]) => key === "id")
}

function generate(schema: Schema, random: () => number): unknown {
  const some = <T>(list: readonly T[]) => pick(list, 1, random)[0]!
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return some(schema.enum)
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) return generate(some(branches), random)
  const many = (least: number, most: number) => least + Math.floor(random() ** 2 * (Math.min(most, 12) - least + 1))
  switch (schema.type) {
    case "null":
      return null
    case "boolean":
      return random() < 0.5
    case "integer":
    case "number":
      return Math.max(Number(schema.minimum ?? 0), Math.floor(random() * Math.min(Number(schema.maximum ?? 1e6), 1e6)))
    case "array": {
      const count = many(Number(schema.minItems ?? 0), Number(schema.maxItems ?? 12))
      return Array.from({ length: count }, () => generate((schema.items ?? {}) as Schema, random))
    }
    case "object":
      if (schema.properties) return generateInput(schema, {}, random)
      return Object.fromEntries(
        pick(KEYS, many(0, 12), random).map((key) => [
          random() < HIDDEN_SHARE ? withHidden(key, random) : key,
          generate((schema.additionalProperties ?? {}) as Schema, random),
        ]),
      )
    case "string":
      if (schema.format === "uri") return some(ADDRESSES)
      if (schema.format === "date-time") return some(MOMENTS)
      return fitting(schema, random)
    default:
      throw new Error(`Nothing is generated for ${JSON.stringify(schema)}. Teach generate-input.ts the kind.`)
  }
}

function fitting({ pattern, minLength = 0, maxLength = 10_000 }: Schema, random: () => number): string {
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (pattern === undefined || new RegExp(String(pattern), "u").test(text))
  const joined = () => pick(TEXTS, 1 + Math.floor(random() * 4), random).join(" ")
  for (let tries = 0; tries < 20; tries++) {
    const text = random() < 0.6 ? pick(TEXTS, 1, random)[0]! : joined()
    const written = random() < HIDDEN_SHARE ? withHidden(text, random) : text
    if (fits(written)) return written
  }
  return pick(TEXTS, TEXTS.length, random).find(fits) ?? "example"
}

/** Names refuse them, so most texts have none: else hardly an input would be taken. */
const HIDDEN_SHARE = 0.15

/** What nobody sees, anywhere in the text. */
function withHidden(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  return `${text.slice(0, at)}${pick(EVERY_HIDDEN, 1, random)[0]}${text.slice(at)}`.toWellFormed()
}

/** What records have, and what a card may take for its own. */
const KEYS = ["id", "name", "type", "label", "kind", "value", "url", "tier", "version", "createdAt", "a: b", "yes", "1"]

const TEXTS = [
  "plain",
  "two words",
  "1",
  "0",
  "true",
  "Yes",
  "none",
  "null",
  "not set",
  "a: b",
  "label: Runbook",
  "x, y",
  "- z",
  "# heading",
  "“quoted”",
  '"quoted"',
  "it's",
  "(mailbox)",
  "…11111111",
  "[a, b]",
  "{ a: b }",
  "ops@example.com",
  "3f0c1111-1111-4111-8111-111111111111",
  "see 3f0c1111-1111-4111-8111-111111111111",
  "2026-05-04T10:00:00Z",
  "line\nbreak",
  "Оплата",
  "支払い",
  "🔥",
  "back\\slash",
  "long ".repeat(150).trim(),
]
const ADDRESSES = ["https://example.com/", "https://example.com/a?b=c#d", "http://example.org:8080/x,y"]
const MOMENTS = ["2026-05-04T10:00:00Z", "2026-05-04T12:00:00+02:00", "2027-01-01T00:00:00.123-05:00"]
