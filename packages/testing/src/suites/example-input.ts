import { randomUUID } from "node:crypto"

type Schema = Record<string, unknown>

/**
 * An input that fits a JSON Schema as far as the schema tells: every required key, nothing else. Refinements that
 * JSON Schema cannot say are not met.
 */
export function exampleInput(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) return exampleInput(branches.find((branch) => branch.type !== "null") ?? {})
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return exampleObject(schema)
    case "array":
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => exampleInput((schema.items ?? {}) as Schema))
    case "string":
      return exampleString(schema)
    case "integer":
    case "number":
      return Math.max(1, Number(schema.minimum ?? 1))
    case "boolean":
      return false
    default:
      return null
  }
}

function exampleObject(schema: Schema): object {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  return Object.fromEntries(required.map((key) => [key, exampleInput(properties[key] ?? {})]))
}

const BY_FORMAT: Record<string, () => string> = {
  uuid: randomUUID,
  email: () => "somebody@example.test",
  uri: () => "https://example.test/",
  "date-time": () => "2026-01-01T00:00:00Z",
}

/** Words that meet the patterns contracts use; the first that fits is taken. */
const WORDS = ["example", "1", "example.thing", "a-long-enough-example", "Example", "#334455"]

function exampleString({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const made = BY_FORMAT[String(format)]?.()
  if (made) return made
  const fits = (word: string) =>
    word.length >= Number(minLength) &&
    word.length <= Number(maxLength) &&
    (pattern === undefined || new RegExp(String(pattern), "u").test(word))
  return WORDS.find(fits) ?? "example".padEnd(Number(minLength), "x")
}
