import type { z } from "zod"
import { InvalidInputError } from "../errors.ts"
import { type JsonSchema, toJsonSchema } from "./json-schema.ts"
import { parseJson } from "./read-body.ts"

/** A read's input from a query string: scalars as they are, lists by repeating the key, objects as JSON. */
export function inputFromQuery(params: URLSearchParams, schema: z.ZodType): Record<string, unknown> {
  const properties = (toJsonSchema(schema, "input").properties ?? {}) as Record<string, JsonSchema>
  const input: Record<string, unknown> = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    if (values.some((value) => value.includes("\0")))
      throw new InvalidInputError(`"${key}" has the character U+0000 in it, which cannot be stored.`)
    const types = typesOf(properties[key])
    if (types.has("array") && !(values.length === 1 && values[0]?.startsWith("[")))
      input[key] = values.map((value) => coerce(value, typesOf(properties[key]?.items as JsonSchema | undefined)))
    else if (values.length > 1)
      throw new InvalidInputError(`"${key}" takes one value, but the address has ${values.length}.`)
    else input[key] = coerce(values[0] ?? "", types)
  }
  return input
}

function coerce(value: string, types: ReadonlySet<string>): unknown {
  if (types.has("boolean") && (value === "true" || value === "false")) return value === "true"
  if ((types.has("number") || types.has("integer")) && value.trim() !== "" && Number.isFinite(Number(value)))
    return Number(value)
  if ((types.has("object") || types.has("array")) && /^[[{]/.test(value)) return parseJson(value)
  return value
}

function typesOf(schema: JsonSchema | undefined): Set<string> {
  if (!schema) return new Set()
  const own = Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []
  const others = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).flatMap((one) => [...typesOf(one)])
  return new Set([...(own as string[]), ...others])
}
