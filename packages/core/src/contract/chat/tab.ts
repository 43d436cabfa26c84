import { z } from "zod"
import { PageSnapshot } from "./page-snapshot.ts"

/** Which open page of a browser it is. The page makes it up and keeps it while it is reloaded. */
export const TabId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/)

/** What the tab that holds the conversation's lease is asked to do. */
export interface TabRequest {
  requestId: string
  /** The call it belongs to, as the model knows it. */
  toolCallId: string
  /** Who is asked; every other tab leaves it alone. */
  tab: string
  /** The number of its lease: an answer counts with the current one alone. */
  lease: number
  /** `ai.showPage`. */
  toolName: string
  input: unknown
  deadline: string
}

/** Pictures that a page answers with: base64 without a `data:` prefix. */
export const TabImages = z.array(z.strictObject({ mediaType: z.string().max(100), data: z.string() })).max(4)

/** `POST /api/ai/chat/:conversationId/tool-result`. */
export const TabAnswer = z.strictObject({
  requestId: z.uuid(),
  tab: TabId,
  // Counted in a column of four bytes: a greater number was a fault of the database.
  lease: z.int().min(1).max(2_147_483_647),
  result: z.unknown().optional(),
  images: TabImages.optional(),
  /** In place of a result: the page could not do it. */
  failed: z.literal(true).optional(),
  /** What the page shows now. A malformed one is ignored, and the result counts all the same. */
  snapshot: PageSnapshot.optional().catch(undefined),
})
export type TabAnswer = z.infer<typeof TabAnswer>

/** `POST /api/ai/chat/tabs`: this tab is open, and hears the turns of these conversations. */
export const TabBeat = z.strictObject({ tab: TabId, conversationIds: z.array(z.uuid()).max(50) })
export type TabBeat = z.infer<typeof TabBeat>

/** What it is still to answer. Whatever else it heard of is past. */
export interface TabBeatAnswer {
  open: { requestId: string; lease: number }[]
}
