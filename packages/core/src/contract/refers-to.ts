import { z } from "zod"

const referring = new WeakMap<z.ZodType, string>()

/** Says on an id's schema what it is the id of, such as `catalog.system`: forms then offer things instead of ids. */
export function refersTo<Schema extends z.ZodType>(schema: Schema, type: string): Schema {
  referring.set(schema, type)
  return schema
}

/** What an id is the id of, through whatever wraps its schema. */
export function referenceOf(schema: unknown): string | undefined {
  for (let one = schema; one instanceof z.ZodType; one = innerOf(one)) {
    const type = referring.get(one)
    if (type) return type
  }
  return undefined
}

/** What stands inside of an optional, a default or a transformed schema; undefined for any other. */
export function innerOf(schema: z.ZodType): unknown {
  const { innerType, in: before } = schema.def as { innerType?: unknown; in?: unknown }
  return innerType ?? before
}

/** The schema inside of all that wraps it. */
export function bareOf(schema: unknown): unknown {
  let bare = schema
  for (let inner = bare; inner instanceof z.ZodType; inner = innerOf(inner)) bare = inner
  return bare
}
