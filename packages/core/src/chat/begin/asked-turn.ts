import type { Caller } from "../../access/ctx.ts"
import type { Runtime } from "../../access/runtime.ts"
import { demandRoom } from "../../connections/spend.ts"
import type { TurnState } from "../../contract/chat/turn-event.ts"
import { ConflictError } from "../../errors.ts"
import { noSuchConversation } from "../conversation-store.ts"
import { buildMessages, headOf } from "../prompt/turn-context.ts"
import { readMessages, type StoredMessage } from "../prompt/turn-context-store.ts"
import { gatherNotes } from "../prompt/turn-notes.ts"
import { beginTurn, type NewTurn } from "../stream/turn-store.ts"
import { planFirstCall, type TurnStart } from "./turn-start.ts"

export interface SentMessage {
  conversationId: string
  turnId: string
  messageId: string
  answerId: string
  state: TurnState
}

export interface PlannedTurn
  extends Omit<TurnStart, "kind" | "notes" | "ahead" | "decided" | "turnId" | "answerId" | "reservation" | "question"> {
  question: string
  skillId: string | null
}

/** A turn that a person asked for, by a message or by wanting another answer. Nothing to play: it has its turn already. */
export async function beginAskedTurn(
  runtime: Runtime,
  turn: NewTurn & { message_id: string },
  planned: PlannedTurn,
  /** What was stored when it was planned. */
  stored: readonly StoredMessage[],
): Promise<{ sent: SentMessage; start: TurnStart | null }> {
  const { database } = runtime
  const { conversation, choice, messages } = planned
  const { call, plan } = planFirstCall(planned, turn.turn_id)
  const [begun, prepared] = await Promise.all([
    beginTurn(database, turn, call, choice.connection.spendCap),
    prepare(planned),
  ])
  switch (begun.status) {
    case "known": {
      const { turnId, state, answerId, messageId } = begun
      return { sent: { conversationId: conversation.id, turnId, messageId, answerId, state }, start: null }
    }
    case "busy":
      throw new ConflictError(
        "An answer is still being written in this conversation. Wait for its end or stop it, then send again.",
      )
    case "passed":
      throw new ConflictError(
        "Only the last question of a conversation is answered again, and this is not it. Read the conversation again, or send the question as a new message.",
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
  const { turn_id: turnId, answer_id: answerId, message_id: messageId } = turn
  // Somebody's turn may have ended between the look and the beginning.
  const last = stored.at(-1)?.position ?? conversation.summaryThrough
  const current =
    begun.lastPosition === last || begun.lastPosition === 0
      ? messages
      : (await readMessages(database, conversation)).filter(({ id }) => id !== answerId)
  return {
    sent: { conversationId: conversation.id, turnId, messageId, answerId, state: "running" },
    start: {
      ...planned,
      ...prepared,
      kind: turn.kind,
      messages: current,
      decided: [],
      turnId,
      answerId,
      reservation: { ...plan, spendId: begun.spendId },
    },
  }
}

/** While the turn is being begun. What goes wrong here goes wrong again where the turn can tell it. */
async function prepare(planned: PlannedTurn): Promise<Pick<TurnStart, "notes" | "ahead">> {
  const { caller, conversation, messages, skillId, snapshot, question } = planned
  const { id: conversationId, scope } = conversation
  const notes = await gatherNotes(caller, { conversationId, scope, skillId, snapshot, text: question })
  try {
    const head = headOf({ ...planned, notes }, conversation)
    return { notes, ahead: { messages, head, history: await buildMessages(caller, planned) } }
  } catch {
    return { notes }
  }
}

/** Without the exchange: a turn outlives the request that started it. */
export function chatCaller({ principal, correlationId, runtime }: Caller): Caller {
  return { principal, correlationId, runtime, transport: "chat" }
}
