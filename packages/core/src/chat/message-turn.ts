import { randomUUID } from "node:crypto"
import type { Caller } from "../access/ctx.ts"
import type { Runtime } from "../access/runtime.ts"
import { demandRoom } from "../connections/spend.ts"
import type { ContentBlock } from "../contract/chat/content-block.ts"
import type { ChatRequest } from "../contract/chat/conversation.ts"
import type { TurnState } from "../contract/chat/turn-event.ts"
import { ConflictError, InvalidInputError } from "../errors.ts"
import type { UserPrincipal } from "../identity/principal.ts"
import { demandChatter } from "./chatter.ts"
import { cleanText } from "./clean-text.ts"
import { insertConversation, noSuchConversation } from "./conversation-store.ts"
import { readImages } from "./read-image.ts"
import { believedTimeZone } from "./time-zone.ts"
import { deriveHeuristicTitle } from "./title.ts"
import { buildMessages, headOf } from "./turn-context.ts"
import { findTurnConversation, readMessages, type TurnConversation } from "./turn-context-store.ts"
import { gatherNotes } from "./turn-notes.ts"
import { chooseFor, newTurn, planFirstCall, type TurnStart } from "./turn-start.ts"
import { beginTurn, type NewTurn } from "./turn-store.ts"

export interface SentMessage {
  conversationId: string
  turnId: string
  messageId: string
  answerId: string
  state: TurnState
}

/** A message becomes a turn: stored with it in one commit, or found with the one it has. Then there is nothing to play. */
export async function beginMessageTurn(
  { runtime, pod }: { runtime: Runtime; pod: string },
  caller: Caller,
  asked: ChatRequest,
  { create }: { create: boolean },
): Promise<{ sent: SentMessage; start: TurnStart | null }> {
  const { database } = runtime
  const principal = demandChatter(caller)
  const request = scrubbed(runtime, asked)
  const found = await findOrCreate(runtime, principal, request, create)
  const { conversation } = found
  const { blocks, images, stored } = readMessage(request)
  const choice = await chooseFor(caller, conversation, request)
  const timeZone = believedTimeZone(request.timeZone ?? conversation.timeZone)
  const asking = chatCaller(caller)
  const messageId = randomUUID()
  const turn: NewTurn = {
    ...newTurn("message", pod, { caller, conversation, choice }),
    time_zone: timeZone,
    ...(request.skillId === undefined ? {} : { skill_id: request.skillId }),
    message_id: messageId,
    client_id: request.message.id,
    blocks,
    images: stored,
    ...titleOf(conversation, request),
  }
  const messages = [...found.messages, { id: messageId, position: 0, role: "user" as const, blocks }]
  const planned = { caller: asking, conversation, messages, choice, timeZone, request, images }
  const { call, plan } = planFirstCall(planned, turn.turn_id)
  const [begun, prepared] = await Promise.all([
    beginTurn(database, turn, call, choice.connection.spendCap),
    prepare(planned),
  ])
  switch (begun.status) {
    case "known": {
      const { turnId, state, answerId } = begun
      return {
        sent: { conversationId: conversation.id, turnId, messageId: begun.messageId, answerId, state },
        start: null,
      }
    }
    case "busy":
      throw new ConflictError(
        "An answer is still being written in this conversation. Wait for its end or stop it, then send again.",
      )
    case "over_spend":
      runtime.telemetry.refusal("over-spend")
      demandRoom(begun.answer, call, choice.connection.spendCap)
      throw noSuchConversation()
    case "begun":
      break
    default:
      throw noSuchConversation()
  }
  const { turn_id: turnId, answer_id: answerId } = turn
  // Somebody's turn may have ended between the look and the beginning.
  const last = found.messages.at(-1)?.position ?? conversation.summaryThrough
  const current =
    begun.lastPosition === last || begun.lastPosition === 0
      ? messages
      : (await readMessages(database, conversation)).filter(({ id }) => id !== answerId)
  return {
    sent: { conversationId: conversation.id, turnId, messageId, answerId, state: "running" },
    start: {
      ...planned,
      ...prepared,
      messages: current,
      decided: [],
      turnId,
      answerId,
      reservation: { ...plan, spendId: begun.spendId },
    },
  }
}

/** While the turn is being begun. What goes wrong here goes wrong again where the turn can tell it. */
async function prepare(
  planned: Omit<TurnStart, "request" | "notes" | "ahead" | "decided" | "turnId" | "answerId" | "reservation"> & {
    request: ChatRequest
  },
): Promise<Pick<TurnStart, "notes" | "ahead">> {
  const { caller, conversation, messages, request } = planned
  const notes = await gatherNotes(caller, {
    conversationId: conversation.id,
    scope: conversation.scope,
    skillId: request.skillId === undefined ? conversation.skillId : request.skillId,
    snapshot: request.snapshot ?? null,
    text: request.message.text,
  })
  try {
    const head = headOf({ ...planned, notes }, conversation)
    return { notes, ahead: { messages, head, history: await buildMessages(caller, planned) } }
  } catch {
    return { notes }
  }
}

async function findOrCreate({ database }: Runtime, principal: UserPrincipal, request: ChatRequest, create: boolean) {
  const found = await findTurnConversation(database, principal.id, request.conversationId)
  if (found) return found
  if (!create) throw noSuchConversation()
  await insertConversation(database.direct, {
    ownerId: principal.id,
    scope: request.scope ?? "operate",
    connectionId: null,
    model: null,
    clientId: request.conversationId,
  })
  const created = await findTurnConversation(database, principal.id, request.conversationId)
  if (!created) throw noSuchConversation()
  return created
}

/** Before anybody else gets to see it: plugins, the model that names the conversation, the title itself. */
function scrubbed({ secrets }: Runtime, request: ChatRequest): ChatRequest {
  const { message } = request
  return { ...request, message: { ...message, text: secrets.mask(cleanText(message.text)) } }
}

function readMessage({ message }: ChatRequest) {
  const { text } = message
  const pictures = readImages(message.images ?? [])
  if (!text.trim() && pictures.length === 0)
    throw new InvalidInputError("The message is empty. Write something, or add an image.", [
      { path: "message.text", message: "Empty." },
    ])
  const stored = pictures.map(({ mediaType, bytes }) => ({
    id: randomUUID(),
    mediaType,
    data: bytes.toString("base64"),
  }))
  const said: ContentBlock[] = text.trim() ? [{ type: "text", text }] : []
  const shown = stored.map(({ id, mediaType }): ContentBlock => ({ type: "image", mediaType, imageId: id }))
  return {
    blocks: [...said, ...shown],
    images: new Map(stored.map(({ id, mediaType, data }) => [id, { mediaType, data }])),
    stored,
  }
}

/** Without the exchange: a turn outlives the request that started it. */
function chatCaller({ principal, correlationId, runtime }: Caller): Caller {
  return { principal, correlationId, runtime, transport: "chat" }
}

function titleOf(conversation: TurnConversation, { message }: ChatRequest): { title?: string } {
  if (conversation.titledBy !== null) return {}
  const title = deriveHeuristicTitle(message.text)
  return title ? { title } : {}
}
