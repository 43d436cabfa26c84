import { z } from "zod"
import { Instant } from "../paging.ts"
import { TaintSource } from "../proposal.ts"

/** One part of a message. The same schema stands in the database, on the wire and in the thread. */

const Text = z.object({
  type: z.literal("text"),
  text: z.string(),
  /** Some providers mark what was said between tool calls and want the mark back. */
  phase: z.enum(["commentary", "final_answer"]).optional(),
  /** The stream ended before the part did. */
  cut: z.literal(true).optional(),
})

const Image = z.object({
  type: z.literal("image"),
  mediaType: z.string(),
  /** Served to the conversation's owner at `/api/ai/chat/images/<id>`. */
  imageId: z.uuid(),
})

const Reasoning = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  /** The driver it came from: only that one gets it back. */
  provider: z.string(),
  replay: z
    .object({ signature: z.string().optional(), encrypted: z.string().optional(), id: z.string().optional() })
    .optional(),
  cut: z.literal(true).optional(),
})

const ToolCall = z.object({
  type: z.literal("tool-call"),
  /** Ours, unique in its conversation: providers' ids may repeat. */
  callId: z.string(),
  /** `incident.list`, or what the model made up. */
  name: z.string(),
  /** As the model wrote it; usually a JSON object. */
  arguments: z.string(),
  replay: z.object({ provider: z.string(), encrypted: z.string() }).optional(),
  cut: z.literal(true).optional(),
})

/** Why a call came to nothing. The model is told the same, whatever its provider. */
export const TOOL_FAILURE_KINDS = [
  "invalid",
  "duplicate",
  "forbidden",
  "budget",
  "not-found",
  "conflict",
  "unavailable",
  "not-made",
  "interrupted",
  "failed",
] as const
export type ToolFailureKind = (typeof TOOL_FAILURE_KINDS)[number]

const ToolFailure = z.object({
  kind: z.enum(TOOL_FAILURE_KINDS).catch("failed"),
  /** What is wrong with the arguments, by the path of each. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ToolFailure = z.infer<typeof ToolFailure>

const ToolResult = z.object({
  type: z.literal("tool-result"),
  callId: z.string(),
  name: z.string(),
  /** What the model read: clamped JSON, or the sentence of an error. */
  text: z.string(),
  isError: z.literal(true).optional(),
  /** Of an error; what was stored before there were kinds has none. `invalid` is a draft sent back to be mended. */
  failure: ToolFailure.optional(),
  /** Whose words it carries, where they are others': while the model can read it, changes may wait for a signature. */
  source: TaintSource.omit({ toolName: true }).optional(),
  /** The same as it was stored before there were classes. */
  outside: z.object({ toolCallId: z.uuid(), at: Instant }).optional(),
  /** The row in the audit log. */
  toolCallId: z.uuid().optional(),
  durationMs: z.number().optional(),
})

const Proposal = z.object({
  type: z.literal("proposal"),
  callId: z.string(),
  proposalId: z.uuid(),
  toolName: z.string(),
  effect: z.enum(["read", "mutate", "destructive"]),
  summary: z.string(),
  expiresAt: Instant,
})

const Applied = z.object({
  type: z.literal("applied"),
  callId: z.string(),
  proposalId: z.uuid(),
  toolName: z.string(),
  summary: z.string(),
  /** The call that takes it back, where the tool knows one. */
  undo: z.object({ toolName: z.string(), input: z.record(z.string(), z.unknown()), label: z.string() }).optional(),
})

const Question = z.object({
  type: z.literal("question"),
  callId: z.string(),
  question: z.string(),
  options: z.array(z.string()).min(1).max(6),
})

export const NOTICE_KINDS = [
  "stopped",
  "interrupted",
  "failed",
  "cut",
  "refused",
  "length",
  "off-topic",
  "over-spend",
  "over-budget",
  "out-of-steps",
  "compacted",
  "decided",
  "again",
] as const

const Notice = z.object({
  type: z.literal("notice"),
  kind: z.enum(NOTICE_KINDS),
  /** For the operator, in our words. */
  text: z.string(),
  /** The provider's own words, for copying. */
  detail: z.string().optional(),
})

export const ContentBlock = z.discriminatedUnion("type", [
  Text,
  Image,
  Reasoning,
  ToolCall,
  ToolResult,
  Proposal,
  Applied,
  Question,
  Notice,
])
export type ContentBlock = z.infer<typeof ContentBlock>
export type BlockOf<Type extends ContentBlock["type"]> = Extract<ContentBlock, { type: Type }>
