import type { Caller } from "../../access/ctx.ts"
import type { Runtime } from "../../access/runtime.ts"
import { InvalidInputError } from "../../errors.ts"
import type { AskedAgain } from "../border/read-request.ts"
import { believedTimeZone } from "../border/time-zone.ts"
import { demandChatter } from "../chatter.ts"
import { noSuchConversation } from "../conversation-store.ts"
import { readBlocks } from "../prompt/read-blocks.ts"
import { findTurnConversation } from "../prompt/turn-context-store.ts"
import { beginAskedTurn, chatCaller, type SentMessage } from "./asked-turn.ts"
import { chooseFor, newTurn, type TurnStart } from "./turn-start.ts"

/**
 * The last question becomes another turn. What was answered to it stays, marked in the same commit: its calls may have
 * changed things, so the model goes on reading it.
 */
export async function beginAgainTurn(
  { runtime, pod }: { runtime: Runtime; pod: string },
  caller: Caller,
  request: AskedAgain,
): Promise<{ sent: SentMessage; start: TurnStart | null }> {
  const principal = demandChatter(caller)
  const found = await findTurnConversation(runtime.database, principal.id, request.conversationId)
  if (!found) throw noSuchConversation()
  const { conversation, messages } = found
  // A summary never covers the last question.
  const asked = messages.findLast(({ role }) => role === "user")
  if (!asked)
    throw new InvalidInputError("Nothing was asked in this conversation yet, so nothing can be answered again.")
  const choice = await chooseFor(caller, conversation, request)
  const timeZone = believedTimeZone(request.timeZone ?? conversation.timeZone)
  const turn = {
    ...newTurn("again", pod, { caller, conversation, choice }),
    time_zone: timeZone,
    message_id: asked.id,
    ...(request.named === undefined ? {} : { named: request.named }),
  }
  const { skillId } = conversation
  const question = readBlocks(asked.blocks)
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n")
  const { snapshot = null } = request
  const planned = { conversation, messages, choice, timeZone, question, skillId, snapshot, images: new Map() }
  return beginAskedTurn(runtime, turn, { ...planned, caller: chatCaller(caller) }, messages)
}
