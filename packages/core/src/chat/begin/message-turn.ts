import { randomUUID } from "node:crypto"
import type { Caller } from "../../access/ctx.ts"
import type { Runtime } from "../../access/runtime.ts"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { ChatRequest } from "../../contract/chat/conversation.ts"
import { ConflictError, InvalidInputError } from "../../errors.ts"
import type { UserPrincipal } from "../../identity/principal/principal.ts"
import { cleanText } from "../border/clean-text.ts"
import { readImages } from "../border/read-image.ts"
import { believedTimeZone } from "../border/time-zone.ts"
import { demandChatter } from "../chatter.ts"
import { insertConversation, noSuchConversation } from "../conversation-store.ts"
import { readBlocks } from "../prompt/read-blocks.ts"
import { findTurnConversation, readMessageBlocks, type TurnConversation } from "../prompt/turn-context-store.ts"
import { deriveHeuristicTitle } from "../turn/title.ts"
import { beginAskedTurn, chatCaller, type SentMessage } from "./asked-turn.ts"
import { chooseFor, newTurn, type TurnStart } from "./turn-start.ts"

/** A message becomes a turn: stored with it in one commit, or found with the one it has. Then there is nothing to play. */
export async function beginMessageTurn(
  { runtime, pod }: { runtime: Runtime; pod: string },
  caller: Caller,
  asked: ChatRequest,
  { create }: { create: boolean },
): Promise<{ sent: SentMessage; start: TurnStart | null }> {
  const principal = demandChatter(caller)
  const request = scrubbed(runtime, asked)
  const found = await findOrCreate(runtime, principal, request, create)
  const { conversation } = found
  const { blocks, images, stored } = readMessage(request)
  const choice = await chooseFor(caller, conversation, request)
  const timeZone = believedTimeZone(request.timeZone ?? conversation.timeZone)
  const messageId = randomUUID()
  const { skillId, snapshot = null } = request
  const turn = {
    ...newTurn("message", pod, { caller, conversation, choice }),
    time_zone: timeZone,
    ...(skillId === undefined ? {} : { skill_id: skillId }),
    message_id: messageId,
    client_id: request.message.id,
    blocks,
    images: stored,
    ...titleOf(conversation, request),
  }
  const planned = {
    caller: chatCaller(caller),
    conversation,
    messages: [...found.messages, { id: messageId, position: 0, role: "user" as const, blocks }],
    choice,
    timeZone,
    question: request.message.text,
    skillId: skillId === undefined ? conversation.skillId : skillId,
    snapshot,
    images,
  }
  const begun = await beginAskedTurn(runtime, turn, planned, found.messages)
  if (!begun.start) await demandSameQuestion(runtime, begun.sent.messageId, blocks)
  return begun
}

/** A client's id belongs to the words it was first sent with: their answer is none to others. */
async function demandSameQuestion({ database, secrets }: Runtime, messageId: string, sent: readonly ContentBlock[]) {
  // A secret may have become known since.
  const before = questionIn(readBlocks(await readMessageBlocks(database, messageId)), secrets.mask)
  if (before !== questionIn(sent, secrets.mask))
    throw new ConflictError(
      "This message was sent before with other words, which have their answer already. Send the changed question as a new message, with an id of its own.",
    )
}

/** Its words and how many images it brought: those have new ids whenever they are sent. */
function questionIn(blocks: readonly ContentBlock[], mask: (text: string) => string): string {
  const words = blocks.flatMap((block) => (block.type === "text" ? [mask(block.text)] : []))
  return JSON.stringify([words, blocks.filter(({ type }) => type === "image").length])
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
  return { ...request, message: { ...message, text: secrets.words.mask(cleanText(message.text)) } }
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

function titleOf(conversation: TurnConversation, { message }: ChatRequest): { title?: string } {
  if (conversation.titledBy !== null) return {}
  const title = deriveHeuristicTitle(message.text)
  return title ? { title } : {}
}
