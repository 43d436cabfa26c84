import { z } from "zod"

const referring = z.registry<{ type: string }>()

/**
 * The id of a thing, such as a `catalog.system`: forms then offer things instead of ids. What it was given stays as it was,
 * since others may share it.
 */
export function refersTo<Schema extends z.ZodType>(schema: Schema, type: string): Schema {
  const id = schema.clone()
  referring.add(id, { type })
  return id
}

/** What an id is the id of, through whatever wraps its schema. */
export function referenceOf(schema: unknown): string | undefined {
  for (let one = schema; one instanceof z.ZodType; one = innerOf(one)) {
    const said = referring.get(one)
    if (said) return said.type
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
