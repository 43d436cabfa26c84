import { z } from "zod"
import { AgainRequest, ChatRequest } from "../../contract/chat/conversation.ts"
import { InvalidInputError, invalidInput } from "../../errors.ts"
import { schemaWords } from "../../schema-words.ts"
import { type Approval, readApprovals } from "../begin/read-approvals.ts"
import { cleanJson } from "./clean-text.ts"

/**
 * A message with its images. The AI SDK sends the whole conversation with it, results of tools included: a long one
 * has some ten thousand values. Text that people paste is cleaned below instead of refused.
 */
export const CHAT_BODY = {
  maxBytes: 8 * 1024 * 1024,
  limits: { depth: 64, values: 200_000 },
  keepUnstorable: true,
  required: true,
}

/** The body of the AI SDK's chat transport. Of its messages only the last one, the user's, is believed. */
const SdkBody = z.looseObject({
  id: z.string().min(1).max(100),
  messages: z.array(z.unknown()).min(1).max(100_000),
  trigger: z.string().max(100).optional(),
  messageId: z.string().max(200).nullish(),
  connectionId: z.uuid().optional(),
  model: z.string().max(300).optional(),
  timeZone: z.string().max(100).optional(),
})

/** The same, when it wants another answer: nothing of its messages is believed, nor need there be any. */
const SdkAgain = SdkBody.omit({ messages: true })

const SdkMessage = z.looseObject({
  id: z.string().min(1).max(100),
  role: z.string(),
  parts: z.array(z.looseObject({ type: z.string() })).max(1_000),
})

const TextPart = z.looseObject({ type: z.literal("text"), text: z.string().max(1_000_000) })
const FilePart = z.looseObject({ type: z.literal("file"), mediaType: z.string().max(100), url: z.string() })

export type ReadRequest =
  /** `create`: a conversation nobody knows yet is begun under that name. */
  | { kind: "message"; request: ChatRequest; create: boolean }
  | { kind: "again"; request: AskedAgain }
  | { kind: "approvals"; conversationId: string; approvals: Approval[] }

export type AskedAgain = Omit<AgainRequest, "regenerate"> & {
  /** What the client wants to have another of: an answer or its question, by the id the client knows. */
  named?: string
}

/** A message in our own form or in the AI SDK's, the wish for another answer, or what its client answered to proposals. */
export function readChatRequest(body: unknown): ReadRequest {
  const clean = cleanJson(body)
  if (!isRecord(clean)) throw new InvalidInputError("The body is not an object. Send { conversationId, message }.")
  if ("messages" in clean) return readSdk(clean)
  if ("regenerate" in clean) return readAgain(clean)
  const parsed = ChatRequest.safeParse(clean, { error: schemaWords })
  if (!parsed.success) throw invalidInput("the chat", parsed.error)
  return { kind: "message", request: parsed.data, create: false }
}

function readAgain(body: Record<string, unknown>): ReadRequest {
  const parsed = AgainRequest.safeParse(body, { error: schemaWords })
  if (!parsed.success) throw invalidInput("the chat", parsed.error)
  const { regenerate: _, ...request } = parsed.data
  return { kind: "again", request }
}

function readSdkAgain(body: Record<string, unknown>): ReadRequest {
  const parsed = SdkAgain.safeParse(body, { error: schemaWords })
  if (!parsed.success) throw invalidInput("the chat", parsed.error)
  const { id, messageId, connectionId, model, timeZone } = parsed.data
  const named = messageId ? { named: messageId } : {}
  return { kind: "again", request: { conversationId: id, connectionId, model, timeZone, ...named } }
}

function readSdk(body: Record<string, unknown>): ReadRequest {
  if (body.trigger === "regenerate-message") return readSdkAgain(body)
  const parsed = SdkBody.safeParse(body, { error: schemaWords })
  if (!parsed.success) throw invalidInput("the chat", parsed.error)
  const { id, messages, connectionId, model, timeZone } = parsed.data
  const approvals = readApprovals(messages.at(-1))
  if (approvals.length > 0) return { kind: "approvals", conversationId: id, approvals }
  const last = SdkMessage.safeParse(messages.at(-1), { error: schemaWords })
  if (!last.success) throw invalidInput("the chat", last.error)
  if (last.data.role !== "user")
    throw new InvalidInputError(
      "The last message is not the user's. Send one of the role user; proposals are signed on their card or the Signatures page.",
    )
  const texts: string[] = []
  const images: { mediaType: string; data: string }[] = []
  for (const part of last.data.parts) {
    const text = TextPart.safeParse(part)
    if (text.success) texts.push(text.data.text)
    const file = FilePart.safeParse(part)
    if (file.success) images.push(readFile(file.data))
  }
  const draft = {
    conversationId: id,
    message: { id: last.data.id, text: texts.join("\n"), images },
    ...(connectionId ? { connectionId } : {}),
    ...(model ? { model } : {}),
    ...(timeZone ? { timeZone } : {}),
  }
  const request = ChatRequest.safeParse(draft, { error: schemaWords })
  if (!request.success) throw invalidInput("the chat", request.error)
  return { kind: "message", request: request.data, create: true }
}

function readFile({ mediaType, url }: z.infer<typeof FilePart>): { mediaType: string; data: string } {
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? []
  if (data === undefined)
    throw new InvalidInputError("A file of the message is not embedded. Send images as data URLs in base64.")
  return { mediaType, data }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
