import { z } from "zod"
import { MOST_TOLD_CHARACTERS } from "./page-facts.ts"

/** What an open page tells of itself: whose facts they are, and the facts as JSON. The plugin that declared them reads it, and nobody else. */
export const PageTold = z.strictObject({ id: z.string().max(100), json: z.string().max(MOST_TOLD_CHARACTERS) })
export type PageTold = z.infer<typeof PageTold>

/** What the operator is looking at: places and ids, never other people's words. */
export const PageSnapshot = z.strictObject({
  path: z.string().max(500),
  thing: z.strictObject({ type: z.string().max(100), id: z.string().max(200) }).optional(),
  /** What the page itself tells. A malformed one is none. */
  told: PageTold.optional().catch(undefined),
})
export type PageSnapshot = z.infer<typeof PageSnapshot>
