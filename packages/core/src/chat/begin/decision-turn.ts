import { randomUUID } from "node:crypto"
import type { Caller } from "../../access/ctx.ts"
import type { Runtime } from "../../access/runtime.ts"
import { holds } from "../../identity/principal/principal.ts"
import { believedTimeZone } from "../border/time-zone.ts"
import { CHAT_RULE } from "../chatter.ts"
import { findTurnConversation, readMessages } from "../prompt/turn-context-store.ts"
import { gatherNotes } from "../prompt/turn-notes.ts"
import { beginTurn } from "../stream/turn-store.ts"
import { chooseFor, newTurn, planFirstCall, type TurnStart } from "./turn-start.ts"

/**
 * A decision becomes a turn, in which the model hears of it: as the conversation's owner, with what they hold now. Null
 * where there is nothing to tell, or where a turn runs: that one's end is waited for.
 */
export async function beginDecisionTurn(
  { runtime, pod }: { runtime: Runtime; pod: string },
  { conversationId, ownerId }: { conversationId: string; ownerId: string },
): Promise<TurnStart | null> {
  const { database } = runtime
  const principal = await runtime.identity.load({ kind: "user", id: ownerId, grantId: null })
  if (principal?.kind !== "user" || !holds(principal, CHAT_RULE)) return null
  const caller: Caller = { principal, transport: "chat", correlationId: randomUUID(), runtime }
  const found = await findTurnConversation(database, ownerId, conversationId)
  if (!found) return null
  const { conversation } = found
  const choice = await chooseFor(caller, conversation, null)
  const turn = newTurn("decision", pod, { caller, conversation, choice })
  const { call, plan } = planFirstCall({ ...found, caller, choice }, turn.turn_id)
  const begun = await beginTurn(database, turn, call, choice.connection.spendCap)
  if (begun.status !== "begun") return null
  const ask = { conversationId, scope: conversation.scope, skillId: conversation.skillId, snapshot: null, text: "" }
  return {
    kind: "decision",
    caller,
    conversation,
    messages: (await readMessages(database, conversation)).filter(({ id }) => id !== turn.answer_id),
    choice,
    notes: await gatherNotes(caller, ask),
    timeZone: believedTimeZone(conversation.timeZone),
    question: null,
    snapshot: null,
    images: new Map(),
    decided: begun.decided,
    turnId: turn.turn_id,
    answerId: turn.answer_id,
    reservation: { ...plan, spendId: begun.spendId },
  }
}
