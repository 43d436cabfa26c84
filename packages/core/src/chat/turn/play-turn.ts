import type { Message, StreamOptions } from "@countersign/llm"
import type { Runtime } from "../../access/runtime.ts"
import { callModel, type ModelCall } from "../../connections/call-model.ts"
import { SpendExceededError, settleSpend } from "../../connections/spend.ts"
import { createSpendLedger } from "../../connections/spend-ledger.ts"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { TabRequest } from "../../contract/chat/tab.ts"
import { mergeSources, type TaintSource } from "../../contract/proposal.ts"
import { PlatformError, RateLimitedError } from "../../errors.ts"
import { toPlatformError } from "../../http/respond.ts"
import type { TurnStart } from "../begin/turn-start.ts"
import { cleanJson, cleanText } from "../border/clean-text.ts"
import { hideKey } from "../border/hide-key.ts"
import { scrubBlocks } from "../border/scrub.ts"
import type { Bridge } from "../bridge/bridge.ts"
import { compact } from "../prompt/compact.ts"
import { correctionOf, estimateTokens } from "../prompt/estimate-tokens.ts"
import { fitMessages } from "../prompt/fit-messages.ts"
import { againText, tellAgain } from "../prompt/tell-again.ts"
import { decisionText, taintOfDecisions, tellDecisions } from "../prompt/tell-decisions.ts"
import { buildMessages, headOf, offeredTools, userText, withFacts } from "../prompt/turn-context.ts"
import { writeTaint } from "../prompt/turn-context-store.ts"
import type { LiveTurn, TurnHub } from "../stream/turn-hub.ts"
import { isOffTopic, nameLater } from "./beside-calls.ts"
import { newCallId } from "./call-id.ts"
import { OFF_TOPIC_REPLY } from "./classifier.ts"
import { createDuplicateGuard } from "./duplicate-guard.ts"
import { gateDoor } from "./gate-door.ts"
import { createRepeatedReads } from "./repeated-reads.ts"
import { specsOf } from "./run-calls.ts"
import { runTurn, type TurnEnd, type TurnPorts } from "./run-turn.ts"
import { toolFailure } from "./tool-failure.ts"

/** How patiently models are listened to; what their connection says unless told, else what packages/llm sets. */
export type ModelPatience = Pick<StreamOptions, "patience" | "clock" | "retry">

/** Plays a turn that was begun, from its first event to its stored end. */
export async function playTurn(
  { runtime, hub, bridge, patience = {} }: { runtime: Runtime; hub: TurnHub; bridge: Bridge; patience?: ModelPatience },
  start: TurnStart,
): Promise<void> {
  const { conversation, turnId, answerId, choice } = start
  const live = hub.open({ turnId, conversationId: conversation.id, answerId })
  const span = runtime.telemetry.turn(turnFacts(start))
  live.emit([
    {
      type: "start",
      messageId: answerId,
      messageMetadata: {
        conversationId: conversation.id,
        turnId,
        kind: start.kind,
        model: choice.model,
      },
    },
  ])
  const tell = start.kind === "again" ? tellAgain(live) : tellDecisions(live, start)
  let end: Played
  try {
    end = await play({ runtime, bridge, patience }, live, start)
  } catch (error) {
    end = unforeseen(runtime, live, error)
    await letGo(runtime, start)
  }
  span.end(end.state)
  await live.end({
    state: end.state,
    problem: end.problem && cleanText(runtime.secrets.words.mask(end.problem)),
    blocks: storable(runtime, [...tell, ...end.blocks]),
    contextTokens: end.context?.usedTokens ?? null,
    tokenCorrection: end.tokenCorrection,
    applied: end.applied,
    by: start.caller.principal,
    note: null,
  })
}

type Played = TurnEnd & { tokenCorrection: number | null }

async function play(
  { runtime, bridge, patience }: { runtime: Runtime; bridge: Bridge; patience: ModelPatience },
  live: LiveTurn,
  start: TurnStart,
): Promise<Played> {
  const { caller, choice, turnId } = start
  const { signal } = live.abort
  const base = modelCall(runtime, start)
  if (await isOffTopic(start, base, signal)) return refuseOffTopic(runtime, live, start)
  nameLater(runtime, start, base)

  const tools = offeredTools(caller, start.conversation.scope)
  const specs = specsOf(tools)
  const { ahead } = start
  const whole = ahead?.messages === start.messages ? ahead.head : headOf(start, start.conversation)
  const { conversation, messages } = await compact(runtime, {
    ...start,
    principal: caller.principal,
    overheadTokens: whole.overheadTokens,
    turnId,
    signal,
  })
  const head = conversation === start.conversation ? whole : headOf(start, conversation)
  const history =
    ahead?.messages === messages ? ahead.history : await buildMessages(caller, { ...start, conversation, messages })
  const decisions = await taintOfDecisions(runtime, start)
  const note = noteOf(start, decisions)
  const told = mergeSources(head.taint, decisions)
  // What the model writes from it stays in the conversation when its source has left.
  await writeTaint(runtime.database, conversation, told)
  const read = { taint: [...told, ...history.taint], named: history.named, words: history.words }
  const tell = (data: TabRequest) =>
    live.emit([{ type: "data-tool-request", id: data.requestId, data, transient: true }])
  const askTab = (callId: string) => bridge.asker({ conversationId: conversation.id, turnId, callId, tell })
  const door = gateDoor(start, { read, signal, askTab })
  const correction = conversation.tokenCorrection
  let reservation: ModelCall["reservation"] = start.reservation
  const ledger = createSpendLedger(runtime)
  let tokenCorrection: number | null = null

  const ports: TurnPorts = {
    signal,
    emit: live.emit,
    keep: (blocks) => live.keep(storable(runtime, blocks)),
    newCallId,
    clock: () => performance.now(),
    guard: createDuplicateGuard(),
    reads: createRepeatedReads(),
    invoke: door,
    explain: (error, sent) => explain(runtime, error, sent),
    async ask(request, onEvents) {
      const call = { ...base, reservation, ledger, correction }
      reservation = undefined
      const result = await callModel(
        call,
        { ...request, cacheKey: head.cacheKey },
        { ...patience, onEvents: hideKey(choice.llm.apiKey, runtime.secrets.words.mask, onEvents), signal },
      )
      if (result.reported) {
        const { inputTokens, cacheReadTokens, cacheWriteTokens } = result.usage
        const counted = inputTokens + cacheReadTokens + cacheWriteTokens
        tokenCorrection = correctionOf(estimateTokens(request.messages, request.tools), counted)
      }
      return result
    },
  }
  try {
    const end = await runTurn(ports, {
      messages: withFacts([...head.head, ...history.messages, ...note], head.facts),
      tools,
      lastStepNote: head.lastStepNote,
      windowTokens: choice.contextWindowTokens,
      vision: choice.capabilities.vision,
      fit: (asked) => fitMessages(asked, specs, { windowTokens: choice.contextWindowTokens, correction }),
    })
    return { ...end, tokenCorrection }
  } finally {
    await ledger.close()
  }
}

/** What the model hears in this turn alone, after the conversation. */
function noteOf(start: TurnStart, decisions: readonly TaintSource[]): Message[] {
  if (start.kind === "again") return [userText(againText(start.question ?? ""))]
  return start.decided.length > 0 ? [userText(decisionText(start, decisions))] : []
}

function modelCall(
  runtime: Runtime,
  { caller, choice, conversation, turnId }: TurnStart,
): Omit<ModelCall, "reservation"> {
  return {
    runtime,
    choice,
    principal: caller.principal,
    purpose: "turn",
    scope: conversation.scope,
    conversationId: conversation.id,
    turnId,
    troubles: { left: MOST_TROUBLES },
  }
}

/** What a provider that is busy or away may cost a turn in calls: question, check, title, summary and steps together. */
export const MOST_TROUBLES = 3

async function refuseOffTopic(runtime: Runtime, live: LiveTurn, start: TurnStart): Promise<Played> {
  runtime.telemetry.refusal("off-topic")
  await letGo(runtime, start)
  const notice: BlockOf<"notice"> = { type: "notice", kind: "off-topic", text: OFF_TOPIC_REPLY }
  // Said as text too: for the model of the next turn, and for clients that know no notices. The thread shows it once.
  const blocks: ContentBlock[] = [{ type: "text", text: OFF_TOPIC_REPLY }, notice]
  live.keep(blocks)
  live.emit([
    { type: "start-step" },
    { type: "text-start", id: "1-0" },
    { type: "text-delta", id: "1-0", delta: OFF_TOPIC_REPLY },
    { type: "text-end", id: "1-0" },
    { type: "data-notice", id: "notice-off-topic", data: notice },
    { type: "finish-step" },
    { type: "finish", finishReason: "stop" },
  ])
  return { ...EMPTY_END, blocks, state: "completed" }
}

/** Nothing will be asked of the model any more, so nothing stays reserved. A call that was made has been settled. */
async function letGo({ database }: Runtime, { reservation }: TurnStart): Promise<void> {
  await settleSpend(database, reservation.spendId, NOTHING, 0).catch(() => {})
}

function explain(runtime: Runtime, error: unknown, sent?: unknown): ReturnType<TurnPorts["explain"]> {
  const known = toPlatformError(error)
  if (known.code === "internal") runtime.log.error("A turn met a fault of ours.", { error })
  const mask = runtime.secrets.maskFor([sent, known.issues?.map(({ path }) => path)])
  const sentence = mask(known.message)
  const failure = toolFailure(known, mask)
  if (error instanceof SpendExceededError) {
    runtime.telemetry.refusal("over-spend")
    return { kind: "over-spend", sentence, failure }
  }
  return { kind: error instanceof RateLimitedError ? "over-budget" : "failed", sentence, failure }
}

function unforeseen(runtime: Runtime, live: LiveTurn, error: unknown): Played {
  const { sentence } = explain(
    runtime,
    error instanceof PlatformError ? error : new Error("A turn broke off.", { cause: error }),
  )
  const block: BlockOf<"notice"> = { type: "notice", kind: "failed", text: sentence }
  live.keep([block])
  live.emit([
    { type: "data-notice", id: "notice-failed", data: block },
    { type: "error", errorText: sentence },
    { type: "finish", finishReason: "error" },
  ])
  return { ...EMPTY_END, state: "failed", problem: sentence, blocks: [block] }
}

/** As Postgres can hold it, and without what has the shape of a credential. */
function storable(runtime: Runtime, blocks: readonly ContentBlock[]): ContentBlock[] {
  return scrubBlocks(cleanJson([...blocks]), runtime.secrets.words.mask)
}

function turnFacts({ conversation, choice, turnId, kind, caller }: TurnStart) {
  return {
    turnId,
    conversationId: conversation.id,
    driver: choice.driver.id,
    model: choice.model,
    kind,
    principalKind: caller.principal.kind,
  }
}

const NOTHING = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 }
const EMPTY_END: Omit<Played, "state" | "blocks"> = {
  problem: null,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
  context: null,
  applied: [],
  tokenCorrection: null,
}
