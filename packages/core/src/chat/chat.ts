import { randomUUID } from "node:crypto"
import type { Caller } from "../access/ctx.ts"
import type { Runtime } from "../access/runtime.ts"
import { type Reservation, spendEntry } from "../connections/call-model.ts"
import { chooseModel, type ModelChoice } from "../connections/choose-model.ts"
import { planCall, promptCharacters } from "../connections/plan-call.ts"
import { demandRoom } from "../connections/spend.ts"
import type { ContentBlock } from "../contract/chat/content-block.ts"
import type { ChatRequest } from "../contract/chat/conversation.ts"
import { retellTurn } from "../contract/chat/retell-turn.ts"
import type { TurnEvent, TurnState } from "../contract/chat/turn-event.ts"
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
} from "../errors.ts"
import { holds, type UserPrincipal } from "../identity/principal.ts"
import type { Signals } from "../signals/signals.ts"
import { cleanText } from "./clean-text.ts"
import { insertConversation, noSuchConversation } from "./conversation-store.ts"
import { CONVERSATION_CHANNEL } from "./follow-many.ts"
import { type ModelPatience, playTurn } from "./play-turn.ts"
import { awaitsDecision, findForgotten, findUnacknowledged } from "./pod-store.ts"
import { readImages } from "./read-image.ts"
import { specsOf } from "./run-calls.ts"
import { believedTimeZone } from "./time-zone.ts"
import { deriveHeuristicTitle } from "./title.ts"
import { type GatheredNotes, gatherNotes, headOf, offeredTools, type TurnContext } from "./turn-context.ts"
import { findTurnConversation, readMessages, type StoredMessage, type TurnConversation } from "./turn-context-store.ts"
import type { TurnHub } from "./turn-hub.ts"
import { askToStop, beginTurn, type DecidedProposal, type NewTurn } from "./turn-store.ts"

export interface Chat {
  /** Stores the message and starts its turn, or finds the one it has. */
  send(caller: Caller, request: ChatRequest, options?: { create: boolean }): Promise<SentMessage>
  /**
   * The events of a message's turn, from its stored answer, once what was told live is forgotten: whoever sends the
   * message again then must not find silence. Null as long as the turn can be followed.
   */
  retell(sent: SentMessage): Promise<TurnEvent[] | null>
  /** Null when nothing runs. */
  stop(caller: Caller, conversationId: string): Promise<string | null>
  /** Tells models what became of their proposals, where that has not been told yet. */
  acknowledge(): Promise<void>
}

export interface SentMessage {
  conversationId: string
  turnId: string
  messageId: string
  answerId: string
  state: TurnState
}

/** `ai` is the platform's own namespace; the plugin of that name declares the rule. */
export const CHAT_RULE = "ai.chat.read"

export function demandChatter(caller: Caller): UserPrincipal {
  const { principal } = caller
  if (principal.kind === "anonymous") throw new UnauthenticatedError()
  if (principal.kind !== "user")
    throw new ForbiddenError("The assistant talks with people. Applications use tools over MCP or the API instead.")
  if (!holds(principal, CHAT_RULE))
    throw new ForbiddenError(`${principal.name} lacks the permission ${CHAT_RULE}. An administrator can grant it.`)
  return principal
}

/** What a turn is begun with, whoever begins it. */
export interface TurnStart {
  caller: Caller
  conversation: TurnConversation
  messages: readonly StoredMessage[]
  choice: ModelChoice
  notes: GatheredNotes
  /** Built ahead, for these messages. */
  head?: TurnContext
  timeZone: string
  request: ChatRequest | null
  images: ReadonlyMap<string, { mediaType: string; data: string }>
  decided: readonly DecidedProposal[]
  turnId: string
  answerId: string
  reservation: Reservation
}

export function createChat(options: {
  runtime: Runtime
  signals: Signals
  hub: TurnHub
  pod: string
  patience?: ModelPatience
}): Chat {
  const { runtime, signals, hub, pod, patience } = options
  const { database, log } = runtime

  return {
    async send(caller, asked, { create } = { create: false }) {
      const principal = demandChatter(caller)
      if (hub.closing) throw new UnavailableError("This server is being stopped. Send the message again.")
      const request = scrubbed(asked)
      const found = await find(principal, request, create)
      const { conversation } = found
      const asking = chatCaller(caller)
      // They take as long as beginning the turn does, so they are asked for first.
      const gathered = gatherNotes(asking, {
        conversationId: conversation.id,
        scope: conversation.scope,
        skillId: request.skillId === undefined ? conversation.skillId : request.skillId,
        snapshot: request.snapshot ?? null,
        text: request.message.text,
      })
      const { blocks, images, stored } = readMessage(request)
      const choice = await choose(caller, conversation, request)
      const timeZone = believedTimeZone(request.timeZone ?? conversation.timeZone)
      const turn: NewTurn = {
        ...newTurn(conversation, caller, choice, "message"),
        time_zone: timeZone,
        ...(request.skillId === undefined ? {} : { skill_id: request.skillId }),
        message_id: randomUUID(),
        client_id: request.message.id,
        blocks,
        images: stored,
        ...titleOf(conversation, request),
      }
      const messages = [...found.messages, { id: turn.message_id!, position: 0, role: "user" as const, blocks }]
      const { call, plan } = reserve(asking, conversation, choice, messages, turn.turn_id)
      const planned = { caller: asking, conversation, messages, choice, timeZone, request }
      const [begun, { notes, head }] = await Promise.all([
        beginTurn(database, turn, call, choice.connection.spendCap),
        gathered.then((notes) => ({ notes, head: buildAhead({ ...planned, notes }) })),
      ])
      switch (begun.status) {
        case "known": {
          const { turnId, state, messageId, answerId } = begun
          return { conversationId: conversation.id, turnId, messageId, answerId, state }
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
      // Somebody's turn may have ended between the look and the beginning.
      const last = found.messages.at(-1)?.position ?? conversation.summaryThrough
      const current =
        begun.lastPosition === last || begun.lastPosition === 0
          ? messages
          : (await readMessages(database, conversation)).filter(({ id }) => id !== turn.answer_id)
      announce(conversation.id)
      play({
        ...planned,
        messages: current,
        notes,
        head: current === messages ? head : undefined,
        images,
        decided: [],
        turnId: turn.turn_id,
        answerId: turn.answer_id,
        reservation: { ...plan, spendId: begun.spendId },
      })
      return {
        conversationId: conversation.id,
        turnId: turn.turn_id,
        messageId: turn.message_id!,
        answerId: turn.answer_id,
        state: "running",
      }
    },

    async stop(caller, conversationId) {
      const principal = demandChatter(caller)
      const found = await findTurnConversation(database, principal.id, conversationId, { withMessages: false })
      if (!found) throw noSuchConversation()
      const turnId = await askToStop(database, found.conversation.id, principal.id)
      if (turnId) hub.stop(turnId)
      return turnId
    },

    async retell({ turnId, state }) {
      const forgotten = state === "running" ? null : await findForgotten(database, turnId)
      return forgotten && retellTurn(forgotten)
    },

    async acknowledge() {
      for (const { conversationId, ownerId } of await findUnacknowledged(database)) {
        await decide(conversationId, ownerId).catch((error) =>
          log.warn("A model could not be told what became of its proposal.", { conversationId, error: String(error) }),
        )
      }
    },
  }

  /** After every turn, so it is asked first: beginning one to find that nothing waits takes five statements. */
  async function decideIfDue(conversationId: string, ownerId: string): Promise<void> {
    if (await awaitsDecision(database, conversationId)) await decide(conversationId, ownerId)
  }

  /** As the conversation's owner, with what they hold now. Behind a running turn it waits for that one's end. */
  async function decide(conversationId: string, ownerId: string): Promise<void> {
    // A pod that stops begins nothing: another tells it.
    if (hub.closing) return
    const principal = await runtime.identity.load({ kind: "user", id: ownerId, grantId: null })
    if (principal?.kind !== "user" || !holds(principal, CHAT_RULE)) return
    const caller: Caller = { principal, transport: "chat", correlationId: randomUUID(), runtime }
    const found = await findTurnConversation(database, ownerId, conversationId)
    if (!found) return
    const { conversation, messages } = found
    const choice = await choose(caller, conversation, null)
    const turn = newTurn(conversation, caller, choice, "decision")
    const { call, plan } = reserve(caller, conversation, choice, messages, turn.turn_id)
    const begun = await beginTurn(database, turn, call, choice.connection.spendCap)
    if (begun.status !== "begun") return
    announce(conversation.id)
    const ask = { conversationId, scope: conversation.scope, skillId: conversation.skillId, snapshot: null, text: "" }
    play({
      caller,
      conversation,
      messages: (await readMessages(database, conversation)).filter(({ id }) => id !== turn.answer_id),
      choice,
      notes: await gatherNotes(caller, ask),
      timeZone: believedTimeZone(conversation.timeZone),
      request: null,
      images: new Map(),
      decided: begun.decided,
      turnId: turn.turn_id,
      answerId: turn.answer_id,
      reservation: { ...plan, spendId: begun.spendId },
    })
  }

  async function find(principal: UserPrincipal, request: ChatRequest, create: boolean) {
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

  /** A conversation whose connection went away goes on with what there is; one that was asked for by name does not. */
  async function choose(
    caller: Caller,
    conversation: TurnConversation,
    request: ChatRequest | null,
  ): Promise<ModelChoice> {
    const { scope } = conversation
    const model = request?.model ?? conversation.model
    if (request?.connectionId)
      return chooseModel(runtime, caller.principal, { connectionId: request.connectionId, model, scope })
    try {
      return await chooseModel(runtime, caller.principal, { connectionId: conversation.connectionId, model, scope })
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      return chooseModel(runtime, caller.principal, { connectionId: null, model: null, scope })
    }
  }

  function newTurn(
    conversation: TurnConversation,
    caller: Caller,
    choice: ModelChoice,
    kind: NewTurn["kind"],
  ): NewTurn {
    return {
      conversation_id: conversation.id,
      owner_id: conversation.ownerId,
      kind,
      turn_id: randomUUID(),
      answer_id: randomUUID(),
      pod,
      correlation_id: caller.correlationId,
      connection_id: choice.connection.id,
      model: choice.model,
    }
  }

  /** What the first call may come to. Rows are measured as they are stored: near enough to set money aside. */
  function reserve(
    caller: Caller,
    conversation: TurnConversation,
    choice: ModelChoice,
    messages: readonly StoredMessage[],
    turnId: string,
  ) {
    const tools = specsOf(offeredTools(caller, conversation.scope))
    const characters = promptCharacters({ messages: [], tools }) + storedCharacters(messages)
    const window = (choice.contextWindowTokens ?? Number.POSITIVE_INFINITY) * 4
    const plan = planCall(choice, {
      characters: Math.min(characters + PROMPT_CHARACTERS, window),
      correction: conversation.tokenCorrection,
    })
    const call = spendEntry(
      {
        choice,
        principal: caller.principal,
        purpose: "turn",
        scope: conversation.scope,
        conversationId: conversation.id,
        turnId,
      },
      plan,
    )
    return { call, plan }
  }

  /** Before anybody else gets to see it: plugins, the model that names the conversation, the title itself. */
  function scrubbed(request: ChatRequest): ChatRequest {
    const { message } = request
    return { ...request, message: { ...message, text: runtime.secrets.mask(cleanText(message.text)) } }
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

  function announce(conversationId: string): void {
    signals.publish(CONVERSATION_CHANNEL, [conversationId])
    runtime.publishSignals(["ai.conversation"])
  }

  function play(start: TurnStart): void {
    const { id } = start.conversation
    void playTurn({ runtime, hub, patience }, start)
      .catch((error) => log.error("A turn failed in a way nobody foresaw.", { turnId: start.turnId, error }))
      .finally(() => {
        announce(id)
        // What was decided while it ran waits for its end.
        void decideIfDue(id, start.conversation.ownerId).catch(() => {})
      })
  }
}

/** About what the system prompt takes. */
const PROMPT_CHARACTERS = 8_000

/** While the turn is being begun. What goes wrong here goes wrong again where the turn can tell it. */
function buildAhead(planned: Parameters<typeof headOf>[0] & Pick<TurnStart, "conversation">): TurnContext | undefined {
  try {
    return headOf(planned, planned.conversation)
  } catch {
    return undefined
  }
}

function storedCharacters(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).length, 0)
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
