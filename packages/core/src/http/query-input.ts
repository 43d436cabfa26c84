import type { z } from "zod"
import { InvalidInputError } from "../errors.ts"
import { parseJson } from "../json.ts"
import { type JsonSchema, toJsonSchema } from "./json-schema.ts"

/** A read's input from a query string: scalars as they are, lists by repeating the key, objects as JSON. */
export function inputFromQuery(params: URLSearchParams, schema: z.ZodType): Record<string, unknown> {
  const properties = new Map(
    Object.entries((toJsonSchema(schema, "input").properties ?? {}) as Record<string, JsonSchema>),
  )
  const input = new Map<string, unknown>()
  for (const [key, pairs] of Map.groupBy(params, ([name]) => name)) {
    const values = pairs.map(([, value]) => value)
    const property = properties.get(key)
    const types = typesOf(property)
    if (types.has("array") && !(values.length === 1 && values[0]?.startsWith("[")))
      input.set(
        key,
        values.map((value) => coerce(value, typesOf(property?.items as JsonSchema | undefined))),
      )
    else if (values.length > 1)
      throw new InvalidInputError(
        `${property ? `"${key}"` : "A field that is not known"} takes one value, but the address has ${values.length}.`,
      )
    else input.set(key, coerce(values[0] ?? "", types))
  }
  return Object.fromEntries(input)
}

function coerce(value: string, types: ReadonlySet<string>): unknown {
  if (types.has("boolean") && (value === "true" || value === "false")) return value === "true"
  if ((types.has("number") || types.has("integer")) && value.trim() !== "" && Number.isFinite(Number(value)))
    return Number(value)
  if ((types.has("object") || types.has("array")) && /^[[{]/.test(value))
    return parseJson(value, { what: "An object or a list in the address" })
  return value
}

function typesOf(schema: JsonSchema | undefined): Set<string> {
  if (!schema) return new Set()
  const own = Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []
  const others = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).flatMap((one) => [...typesOf(one)])
  return new Set([...(own as string[]), ...others])
}
