import { z } from "zod"

/** As much of JSON Schema as zod writes. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  [keyword: string]: unknown
}

/** Throws where a schema says what JSON cannot carry, a Date for example. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: io === "output" ? "throw" : "any" })
  return json as JsonSchema
}

/** The parts that a value may be one of. */
export function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const { anyOf, oneOf, type, ...others } = schema
  if (anyOf ?? oneOf) return (anyOf ?? oneOf)!.flatMap(alternativesOf)
  if (Array.isArray(type)) return type.map((one) => ({ ...others, type: one }))
  return [schema]
}

/** The values that it allows and no others; null where it names none. */
export function valuesOf(schema: JsonSchema): unknown[] | null {
  return schema.enum ?? ("const" in schema ? [schema.const] : null)
}
