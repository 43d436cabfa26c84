import type { Message } from "@countersign/llm"
import type { Caller } from "../../access/ctx.ts"
import { callModel } from "../../connections/call-model.ts"
import type { ModelChoice } from "../../connections/choose-model.ts"
import { PlatformError } from "../../errors.ts"
import { believedTimeZone } from "../border/time-zone.ts"
import { fitMessages } from "../prompt/fit-messages.ts"
import { readBlocks } from "../prompt/read-blocks.ts"
import { buildHead, buildMessages, offeredTools, type TurnContext, withFacts } from "../prompt/turn-context.ts"
import { findTurnConversation, type TurnConversation } from "../prompt/turn-context-store.ts"
import { gatherNotes } from "../prompt/turn-notes.ts"
import { type CalledTool, namesOf } from "../turn/run-calls.ts"
import { createStepReader } from "../turn/step-reader.ts"
import { type DecidedCall, judge, stepsOf, type Verdict } from "./replay-steps.ts"
import { type DatedMessage, type ReplayableConversation, readDatedMessages } from "./replay-store.ts"

export interface ReplayRequest {
  conversation: ReplayableConversation
  choice: ModelChoice
  /** Stands in for the system prompt's stable part. */
  prompt?: string
  signal?: AbortSignal
}

export interface ReplayedStep {
  messageId: string
  /** From 1, within the answer. */
  step: number
  /** The model that decided then. */
  model: string | null
  verdict: Verdict | "failed"
  stored: DecidedCall[]
  now: DecidedCall[]
  /** Why it could not be asked. */
  problem?: string
}

export interface Replay {
  steps: ReplayedStep[]
  /** Decisions that stand behind a changed one in the same answer: what they were based on did not happen. */
  notReached: number
  tokens: number
  /** Null where no price is known. */
  costUsd: number | null
  /** Why nothing of it could be asked. */
  problem?: string
}

/**
 * Asks another model, or the same with another prompt, to decide again what was decided in a conversation. Nothing is
 * executed: as long as it decides the same, the stored results are what it reads next. Tools and rights are its owner's of
 * today; the clock is that of the message. Costs are the caller's.
 */
export async function replayConversation(caller: Caller, request: ReplayRequest): Promise<Replay> {
  const { runtime } = caller
  const { id, ownerId } = request.conversation
  const owner = await runtime.identity.load({ kind: "user", id: ownerId, grantId: null })
  const found = await findTurnConversation(runtime.database, ownerId, id)
  const replay: Replay = { steps: [], notReached: 0, tokens: 0, costUsd: null }
  if (!owner || !found) return { ...replay, problem: "Its owner is no longer active here." }
  const rows = await readDatedMessages(runtime.database, found.conversation)
  for (const [index, row] of rows.entries()) {
    // An answer right after another one tells what became of proposals, or answers again: what it was told is not stored.
    if (row.role !== "assistant" || rows[index - 1]?.role !== "user") continue
    const asOwner: Caller = { ...caller, principal: owner, runtime: { ...runtime, now: () => row.at } }
    const ask = { ...request, stored: found.conversation, before: rows.slice(0, index), row }
    await replayAnswer(caller, asOwner, ask, replay)
  }
  return replay
}

interface AnswerRequest extends ReplayRequest {
  stored: TurnConversation
  before: readonly DatedMessage[]
  row: DatedMessage
}

async function replayAnswer(payer: Caller, owner: Caller, ask: AnswerRequest, replay: Replay): Promise<void> {
  const { stored, row, choice } = ask
  const steps = stepsOf(readBlocks(row.blocks))
  const tools = offeredTools(owner, stored.scope)
  const { head, facts } = await headOf(owner, ask, tools)
  for (const [index, step] of steps.entries()) {
    const messages = [...ask.before, { ...row, blocks: step.before }]
    const history = await buildMessages(owner, { conversation: stored, messages, choice, images: new Map() })
    const { calls: now, problem } = await decide(
      payer,
      ask,
      withFacts([...head, ...history.messages], facts),
      tools,
      replay,
    )
    const verdict: ReplayedStep["verdict"] = problem ? "failed" : judge(step.calls, now)
    const told = { messageId: row.id, step: index + 1, model: row.model, verdict, stored: step.calls, now }
    replay.steps.push(problem ? { ...told, problem } : told)
    if (verdict === "same") continue
    replay.notReached += steps.length - index - 1
    return
  }
}

async function decide(
  { runtime, principal }: Caller,
  { stored, choice, signal }: AnswerRequest,
  messages: readonly Message[],
  tools: readonly CalledTool[],
  replay: Replay,
): Promise<{ calls: DecidedCall[]; problem?: string }> {
  const { scope, tokenCorrection: correction } = stored
  const specs = tools.map(({ spec }) => spec)
  const dotted = namesOf(tools)
  const nameOf = (wireName: string) => dotted.get(wireName) ?? wireName
  const reader = createStepReader({ step: 1, nameOf, newCallId: () => "replayed" })
  const call = { runtime, choice, principal, purpose: "headless" as const, scope, conversationId: null, turnId: null }
  const fitted = fitMessages(messages, specs, { windowTokens: choice.contextWindowTokens, correction })
  try {
    const { usage, costUsd, failure, end } = await callModel(
      { ...call, correction },
      { messages: fitted, tools: specs },
      { signal, onEvents: (events) => void reader.read(events) },
    )
    reader.finish()
    replay.tokens += usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
    if (costUsd !== null) replay.costUsd = (replay.costUsd ?? 0) + costUsd
    const { mask } = runtime.secrets.words
    const calls = reader.step.calls.map(({ block }) => ({ name: block.name, arguments: mask(block.arguments) }))
    if (failure) return { calls, problem: failure.sentence }
    return end === "stop" || end === "tool-calls" ? { calls } : { calls, problem: `The answer ended early (${end}).` }
  } catch (error) {
    // The spend cap, say. What was found out so far is still worth telling.
    if (error instanceof PlatformError) return { calls: [], problem: error.message }
    throw error
  }
}

async function headOf(
  owner: Caller,
  { stored, before, choice, prompt }: AnswerRequest,
  tools: readonly CalledTool[],
): Promise<Pick<TurnContext, "head" | "facts">> {
  const said = readBlocks(before.at(-1)!.blocks)
  const text = said.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n")
  const { id: conversationId, scope, skillId } = stored
  const notes = await gatherNotes(owner, { conversationId, scope, skillId, snapshot: null, text })
  const timeZone = believedTimeZone(stored.timeZone)
  const parts = { conversation: stored, choice, tools, notes, timeZone, snapshot: null, idleMinutes: null }
  const { head, facts } = buildHead(owner, parts)
  return { facts, head: prompt === undefined ? head : [{ role: "system", text: prompt }, ...head.slice(1)] }
}
