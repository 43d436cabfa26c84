import { z } from "zod"

/** What a verb over several things answers for each of them. */
export const BulkResult = z.object({
  id: z.uuid(),
  ok: z.boolean(),
  /** With `ok: false`: why, and what to do. */
  message: z.string().optional(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** At least one and at most `most` ids, each once: `idsOf(SystemId, { one: "system", most: 100, tooMany: "…" })`. */
export function idsOf<Id extends z.ZodType<string>>(id: Id, words: { one: string; most: number; tooMany: string }) {
  return z
    .array(id)
    .min(1, `Name at least one ${words.one}.`)
    .max(words.most, words.tooMany)
    .transform((ids) => [...new Set(ids)])
}
