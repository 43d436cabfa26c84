import { z } from "zod"
import { type FieldType, operators } from "./assertion.ts"

const FIELD_TYPES = Object.keys(operators) as [FieldType, ...FieldType[]]

/** What a collector gives, field by field, and what each can be held to. */
export const CollectorView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      type: z.enum(FIELD_TYPES),
      operators: z.array(z.string()),
    }),
  ),
})
