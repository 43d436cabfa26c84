import type { z } from "zod"
import type { PageTold } from "./page-snapshot.ts"

/** As JSON. It goes with every message, and a model reads what a plugin makes of it. */
export const MOST_TOLD_CHARACTERS = 4_000

/** Facts that a page of a plugin tells the assistant beside it, declared once: the page writes them and the plugin's server reads them. */
export interface PageFacts<Schema extends z.ZodType = z.ZodType> {
  /** `site.editor`. */
  readonly id: string
  readonly schema: Schema
}

/** Places, ids and numbers, never what people wrote: nobody asks whose words they are. */
export function definePageFacts<Schema extends z.ZodType>(id: string, schema: Schema): PageFacts<Schema> {
  return { id, schema }
}

/** Undefined where there is more to tell than a message takes: it goes without. */
export function writePageFacts<Schema extends z.ZodType>(
  { id }: PageFacts<Schema>,
  facts: z.input<Schema>,
): PageTold | undefined {
  const json = JSON.stringify(facts)
  return json.length > MOST_TOLD_CHARACTERS ? undefined : { id, json }
}

/** Null for facts of another page, and for what does not fit: an older tab must not lose its message over them. */
export function readPageFacts<Schema extends z.ZodType>(
  { id, schema }: PageFacts<Schema>,
  told: PageTold | undefined,
): z.output<Schema> | null {
  if (told?.id !== id) return null
  try {
    return schema.safeParse(JSON.parse(told.json)).data ?? null
  } catch {
    return null
  }
}
