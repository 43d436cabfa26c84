import { z } from "zod"
import { Instant, Version } from "../paging.ts"
import { PermissionMode, TOOL_SCOPES } from "../tool.ts"
import { ContentBlock } from "./content-block.ts"
import { PageSnapshot } from "./page-snapshot.ts"
import { TabId } from "./tab.ts"
import { TURN_KINDS, TURN_STATES } from "./turn-event.ts"

export const ChatScope = z.enum(TOOL_SCOPES)
export type ChatScope = z.infer<typeof ChatScope>

export const Turn = z.object({
  id: z.uuid(),
  kind: z.enum(TURN_KINDS),
  state: z.enum(TURN_STATES),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Why it failed, for the operator. */
  problem: z.string().nullable(),
})
export type Turn = z.infer<typeof Turn>

export const Conversation = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  scope: ChatScope,
  connectionId: z.uuid().nullable(),
  model: z.string().nullable(),
  permissionMode: PermissionMode,
  skillId: z.string().nullable(),
  /** Of a shared skill: which version was switched on. It is used as it was then. */
  skillVersion: z.int().nullable(),
  /** How full the window was after the latest call. */
  contextTokens: z.int().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Instant.nullable(),
  /** A turn is under way. */
  running: z.boolean(),
  messageCount: z.int(),
  version: Version,
})
export type Conversation = z.infer<typeof Conversation>

export const ChatMessage = z.object({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  blocks: z.array(ContentBlock),
  at: Instant,
  turnId: z.uuid().nullable(),
  model: z.string().nullable(),
  /** An answer to a question that was answered again. */
  superseded: z.boolean(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** What a message may bring along. Images as base64 without a `data:` prefix. */
export const NewMessage = z.strictObject({
  /** The sender's own id: sent again, it finds its turn instead of starting another. */
  id: z.string().min(1).max(100),
  text: z.string().max(1_000_000),
  images: z
    .array(z.strictObject({ mediaType: z.string().max(100), data: z.string() }))
    .max(8)
    .optional(),
})
export type NewMessage = z.infer<typeof NewMessage>

/** `POST /api/ai/chat`. */
export const ChatRequest = z.strictObject({
  conversationId: z.string().min(1).max(100),
  connectionId: z.uuid().optional(),
  model: z.string().max(300).optional(),
  message: NewMessage,
  timeZone: z.string().max(100).optional(),
  skillId: z.string().max(100).nullable().optional(),
  /** A malformed one is ignored: an older tab must not lose its message over what it was looking at. */
  snapshot: PageSnapshot.optional().catch(undefined),
  /** The tab that sends it, which then runs what runs in a tab. A malformed one is none. */
  tab: TabId.optional().catch(undefined),
  scope: ChatScope.optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** The same without a message: the last question is answered again. */
export const AgainRequest = ChatRequest.omit({ message: true, skillId: true, scope: true }).extend({
  regenerate: z.literal(true),
})
export type AgainRequest = z.infer<typeof AgainRequest>
