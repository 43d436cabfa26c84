import type { Caller } from "../access/ctx.ts"
import type { Runtime } from "../access/runtime.ts"
import type { ChatRequest } from "../contract/chat/conversation.ts"
import { retellTurn } from "../contract/chat/retell-turn.ts"
import type { TurnEvent } from "../contract/chat/turn-event.ts"
import { UnavailableError } from "../errors.ts"
import type { Signals } from "../signals/signals.ts"
import { beginAgainTurn } from "./begin/again-turn.ts"
import type { SentMessage } from "./begin/asked-turn.ts"
import { beginDecisionTurn } from "./begin/decision-turn.ts"
import { beginMessageTurn } from "./begin/message-turn.ts"
import type { TurnStart } from "./begin/turn-start.ts"
import type { AskedAgain } from "./border/read-request.ts"
import type { Bridge } from "./bridge/bridge.ts"
import { demandChatter } from "./chatter.ts"
import { noSuchConversation } from "./conversation-store.ts"
import { findTurnConversation } from "./prompt/turn-context-store.ts"
import { CONVERSATION_CHANNEL } from "./stream/follow-many.ts"
import { awaitsDecision, findForgotten, findUnacknowledged } from "./stream/pod-store.ts"
import type { TurnHub } from "./stream/turn-hub.ts"
import { askToStop, findRunningTurns } from "./stream/turn-store.ts"
import { type ModelPatience, playTurn } from "./turn/play-turn.ts"

export interface Chat {
  /** Stores the message and starts its turn, or finds the one it has. */
  send(caller: Caller, request: ChatRequest, options?: { create: boolean }): Promise<SentMessage>
  /** Starts a turn that answers the last question again. */
  answerAgain(caller: Caller, request: AskedAgain): Promise<SentMessage>
  /**
   * The events of a message's turn, from its stored answer, once what was told live is forgotten: whoever sends the
   * message again then must not find silence. Null as long as the turn can be followed.
   */
  retell(sent: SentMessage): Promise<TurnEvent[] | null>
  /** Null when nothing runs. */
  stop(caller: Caller, conversationId: string, turnId?: string): Promise<string | null>
  /** Begins the turn in which the model hears of what was just decided; or finds it. Null where nothing is left to tell. */
  hearDecisions(conversationId: string, ownerId: string): Promise<string | null>
  /** Tells models what became of their proposals, where that has not been told yet. */
  acknowledge(): Promise<void>
}

/** Begins turns, for messages and for decisions, and has them played. */
export function createChat(options: {
  runtime: Runtime
  signals: Signals
  hub: TurnHub
  pod: string
  bridge: Bridge
  patience?: ModelPatience
}): Chat {
  const { runtime, signals, hub, pod, bridge, patience } = options
  const { database, log } = runtime

  return {
    async send(caller, request, { create } = { create: false }) {
      demandChatter(caller)
      demandOpen()
      const { sent, start } = await beginMessageTurn({ runtime, pod }, caller, request, { create })
      if (start) await playFor(request.tab, start)
      return sent
    },

    async answerAgain(caller, request) {
      demandChatter(caller)
      demandOpen()
      const { sent, start } = await beginAgainTurn({ runtime, pod }, caller, request)
      if (start) await playFor(request.tab, start)
      return sent
    },

    async stop(caller, conversationId, only) {
      const principal = demandChatter(caller)
      const found = await findTurnConversation(database, principal.id, conversationId, { withMessages: false })
      if (!found) throw noSuchConversation()
      const turnId = await askToStop(database, found.conversation.id, principal.id, only)
      if (turnId) hub.stop(turnId)
      return turnId
    },

    async retell({ turnId, state }) {
      const forgotten = state === "running" ? null : await findForgotten(database, turnId)
      return forgotten && retellTurn(forgotten)
    },

    async hearDecisions(conversationId, ownerId) {
      await decide(conversationId, ownerId)
      const [turn] = await findRunningTurns(database, [conversationId])
      return turn?.id ?? null
    },

    async acknowledge() {
      for (const { conversationId, ownerId } of await findUnacknowledged(database)) {
        await decide(conversationId, ownerId).catch((error) =>
          log.warn("A model could not be told what became of its proposal.", { conversationId, error: String(error) }),
        )
      }
    },
  }

  function demandOpen(): void {
    if (hub.closing) throw new UnavailableError("This server is being stopped. Send the message again.")
  }

  async function decide(conversationId: string, ownerId: string): Promise<void> {
    // A pod that stops begins nothing: another tells it.
    if (hub.closing) return
    const start = await beginDecisionTurn({ runtime, pod }, { conversationId, ownerId })
    if (start) play(start)
  }

  /** After every turn, so it is asked first: beginning one to find that nothing waits takes five statements. */
  async function decideIfDue(conversationId: string, ownerId: string): Promise<void> {
    if (await awaitsDecision(database, conversationId)) await decide(conversationId, ownerId)
  }

  /** Before the model is asked: it may want the tab at once. A turn is played also where its tab could not be noted. */
  async function playFor(tab: string | undefined, start: TurnStart): Promise<void> {
    if (tab)
      await bridge
        .take(start.conversation.id, tab)
        .catch((error) => log.debug("The tab of a message could not be noted.", { error }))
    play(start)
  }

  function play(start: TurnStart): void {
    const { id, ownerId } = start.conversation
    announce(id)
    void playTurn({ runtime, hub, bridge, patience }, start)
      .catch((error) => log.error("A turn failed in a way nobody foresaw.", { turnId: start.turnId, error }))
      .finally(() => {
        announce(id)
        // What was decided while it ran waits for its end.
        void decideIfDue(id, ownerId).catch(() => {})
      })
  }

  function announce(conversationId: string): void {
    signals.publish(CONVERSATION_CHANNEL, [conversationId])
    runtime.publishSignals(["ai.conversation"])
  }
}
