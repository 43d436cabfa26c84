import { z } from "zod"
import type { FieldType } from "../../contract/assertion.ts"
import type { FieldWords } from "./fields.ts"

/** What stands under defaults, optional, nullable. */
export function bare(schema: z.ZodType): z.ZodType {
  let at: z.ZodType = schema
  for (;;) {
    if (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault)
      at = at.unwrap() as z.ZodType
    else return at
  }
}

/** The words of a field; those of an outer layer go before those of an inner one. */
export function fieldMeta(schema: z.ZodType | null): Partial<FieldWords> {
  if (!schema) return {}
  const inner = bare(schema)
  return { ...(inner.meta() as Partial<FieldWords> | undefined), ...(schema.meta() as Partial<FieldWords> | undefined) }
}

/** The schema of a part. Of a union, the branch that the value chose by its literal. */
export function childAt(schema: z.ZodType | null, key: string | number, value: unknown): z.ZodType | null {
  if (!schema) return null
  const at = bare(schema)
  if (at instanceof z.ZodObject) return (at.shape[key] as z.ZodType | undefined) ?? null
  if (at instanceof z.ZodArray) return at.element as z.ZodType
  if (at instanceof z.ZodRecord) return at.valueType as z.ZodType
  if (at instanceof z.ZodUnion) {
    const branch = branchOf(at, value)
    return branch ? childAt(branch, key, value) : null
  }
  return null
}

/** The keys that an object may have at this path. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[], root: unknown): string[] {
  let at: z.ZodType | null = schema
  let value: unknown = root
  for (const key of path) {
    if (typeof key === "symbol") return []
    at = childAt(at, key, value)
    value = typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined
  }
  if (!at) return []
  let inner: z.ZodType | null = bare(at)
  if (inner instanceof z.ZodUnion) inner = branchOf(inner, value)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

function branchOf(union: z.ZodUnion, value: unknown): z.ZodType | null {
  if (typeof value !== "object" || value === null) return null
  const branches = union.options as readonly z.ZodType[]
  return (
    branches.find((branch) => {
      const inner = bare(branch)
      if (!(inner instanceof z.ZodObject)) return false
      return Object.entries(inner.shape).some(
        ([key, part]) =>
          bare(part as z.ZodType) instanceof z.ZodLiteral &&
          (part as z.ZodType).safeParse((value as Record<string, unknown>)[key]).success,
      )
    }) ?? null
  )
}

/** Null where there is no such field. `headers.content-type` is a key of the record `headers`. */
export function typeOfField(result: z.ZodObject, field: string): { type: FieldType; schema: z.ZodType } | null {
  const own = Object.hasOwn(result.shape, field) ? (result.shape[field] as z.ZodType) : null
  if (own) return { type: typeOf(own), schema: own }
  const dot = field.indexOf(".")
  if (dot <= 0) return null
  const head = field.slice(0, dot)
  const record = Object.hasOwn(result.shape, head) ? bare(result.shape[head] as z.ZodType) : null
  if (!(record instanceof z.ZodRecord) || dot === field.length - 1) return null
  const schema = record.valueType as z.ZodType
  return { type: typeOf(schema), schema }
}

function typeOf(schema: z.ZodType): FieldType {
  const at = bare(schema)
  if (at instanceof z.ZodNumber) return "number"
  if (at instanceof z.ZodString || at instanceof z.ZodEnum || at instanceof z.ZodLiteral) return "string"
  if (at instanceof z.ZodBoolean) return "boolean"
  if (at instanceof z.ZodArray) return "list"
  if (at instanceof z.ZodRecord || at instanceof z.ZodObject) return "record"
  return "json"
}
