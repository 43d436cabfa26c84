import { z } from "zod"

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A value of JSON. Unlike Zod's own it refers to nothing, so that descriptions of the API stand by themselves. */
export const Json = z.unknown() as unknown as z.ZodType<Json, Json>

/** Of a configuration as text: a script of the greatest length with every character escaped still fits. */
const LONGEST = 700_000

/** Fields under free names, whole no longer than a database takes in stride. */
export const JsonFields = z
  .record(z.string().min(1).max(100), Json)
  .refine((fields) => JSON.stringify(fields).length <= LONGEST, "This is too long. Leave something out.")
