import { z } from "zod"

/** The fields that an object has at this place of an input; null where the schema leaves several possibilities. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | null {
  const here = unwrapped(schema)
  const [step, ...rest] = path
  if (here instanceof z.ZodObject) {
    if (step === undefined) return Object.keys(here.shape)
    const field = here.shape[String(step)]
    return field === undefined ? null : fieldsAt(field, rest)
  }
  if (step === undefined) return null
  if (here instanceof z.ZodArray) return fieldsAt(here.element, rest)
  if (here instanceof z.ZodRecord) return fieldsAt(here.valueType, rest)
  return null
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.def.innerType)
  return schema instanceof z.ZodPipe ? unwrapped(schema.def.in) : schema
}

/** The value without fields that the schema does not know: a reader of what others may add to ignores what was added. */
export function onlyKnown(schema: z.core.$ZodType, value: unknown): unknown {
  const here = unwrapped(schema)
  if (here instanceof z.ZodArray && Array.isArray(value)) return value.map((one) => onlyKnown(here.element, one))
  if (!(here instanceof z.ZodObject) || typeof value !== "object" || value === null) return value
  const given = Object.entries(value).filter(([name]) => isOpen(here) || name in here.shape)
  return Object.fromEntries(
    given.map(([name, field]) => [name, name in here.shape ? onlyKnown(here.shape[name]!, field) : field]),
  )
}

function isOpen({ def }: z.ZodObject): boolean {
  return def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)
}
