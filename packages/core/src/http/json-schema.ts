import { z } from "zod"

export type JsonSchema = Record<string, unknown>

const cache = new WeakMap<z.ZodType, Map<string, JsonSchema>>()

/** The one way from a schema of ours to JSON Schema: for OpenAPI, MCP and model providers alike. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const known = cache.get(schema) ?? new Map<string, JsonSchema>()
  cache.set(schema, known)
  let made = known.get(io)
  if (!made) {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
      reused: "inline",
      // A format says it to people and models in one word; the pattern beside it is long and says the same.
      override: ({ jsonSchema }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      },
    })
    made = rest
    known.set(io, made)
  }
  return made
}
