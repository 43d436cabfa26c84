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
