import { randomUUID } from "node:crypto"
import type { Caller } from "../../access/ctx.ts"
import { type Reservation, spendEntry } from "../../connections/call-model.ts"
import { chooseModel, type ModelChoice } from "../../connections/choose-model.ts"
import { planCall, promptCharacters } from "../../connections/plan-call.ts"
import type { ChatRequest } from "../../contract/chat/conversation.ts"
import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import type { TurnKind } from "../../contract/chat/turn-event.ts"
import { NotFoundError } from "../../errors.ts"
import { type History, offeredTools, type TurnContext } from "../prompt/turn-context.ts"
import type { StoredMessage, TurnConversation } from "../prompt/turn-context-store.ts"
import type { GatheredNotes } from "../prompt/turn-notes.ts"
import type { DecidedProposal, NewTurn } from "../stream/turn-store.ts"
import { specsOf } from "../turn/run-calls.ts"

/** What a turn is begun with, whoever begins it. */
export interface TurnStart {
  kind: TurnKind
  caller: Caller
  conversation: TurnConversation
  messages: readonly StoredMessage[]
  choice: ModelChoice
  notes: GatheredNotes
  /** Built while the turn was being begun, from what was known by then. */
  ahead?: { messages: readonly StoredMessage[]; head: TurnContext; history: History }
  timeZone: string
  /** The person's words that it answers. Null: nobody asked. */
  question: string | null
  snapshot: PageSnapshot | null
  images: ReadonlyMap<string, { mediaType: string; data: string }>
  decided: readonly DecidedProposal[]
  turnId: string
  answerId: string
  reservation: Reservation
}

/** A conversation whose connection went away goes on with what there is; one that was asked for by name does not. */
export async function chooseFor(
  { runtime, principal }: Caller,
  { scope, ...conversation }: TurnConversation,
  request: Pick<ChatRequest, "connectionId" | "model"> | null,
): Promise<ModelChoice> {
  const model = request?.model ?? conversation.model
  if (request?.connectionId)
    return chooseModel(runtime, principal, { connectionId: request.connectionId, model, scope })
  try {
    return await chooseModel(runtime, principal, { connectionId: conversation.connectionId, model, scope })
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return chooseModel(runtime, principal, { connectionId: null, model: null, scope })
  }
}

export function newTurn(
  kind: NewTurn["kind"],
  pod: string,
  { caller, conversation, choice }: Pick<TurnStart, "caller" | "conversation" | "choice">,
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
export function planFirstCall(
  { caller, conversation, choice, messages }: Pick<TurnStart, "caller" | "conversation" | "choice" | "messages">,
  turnId: string,
) {
  const { principal } = caller
  const { id: conversationId, scope } = conversation
  const tools = specsOf(offeredTools(caller, scope))
  const characters = promptCharacters({ messages: [], tools }) + storedCharacters(messages)
  const window = (choice.contextWindowTokens ?? Number.POSITIVE_INFINITY) * 4
  const plan = planCall(choice, {
    characters: Math.min(characters + PROMPT_CHARACTERS, window),
    correction: conversation.tokenCorrection,
  })
  const call = spendEntry({ choice, principal, purpose: "turn", scope, conversationId, turnId }, plan)
  return { call, plan }
}

/** About what the system prompt takes. */
const PROMPT_CHARACTERS = 8_000

function storedCharacters(messages: readonly StoredMessage[]): number {
  return messages.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).length, 0)
}
