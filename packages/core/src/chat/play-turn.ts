import { randomBytes, randomUUID } from "node:crypto"
import type { Caller } from "../access/ctx.ts"
import type { Runtime } from "../access/runtime.ts"
import { callModel, type ModelCall } from "../connections/call-model.ts"
import { SpendExceededError, settleSpend } from "../connections/spend.ts"
import type { BlockOf, ContentBlock } from "../contract/chat/content-block.ts"
import type { TaintSource } from "../contract/proposal.ts"
import { ForbiddenError, PlatformError, RateLimitedError } from "../errors.ts"
import { invokeTool, type ToolOutcome } from "../gate/invoke-tool.ts"
import { toPlatformError } from "../http/respond.ts"
import { resultBudget } from "../tools/clamp-result.ts"
import { askOnce } from "./ask-once.ts"
import type { TurnStart } from "./chat.ts"
import { buildClassifierPrompt, OFF_TOPIC_REPLY, parseClassifierVerdict } from "./classifier.ts"
import { cleanJson } from "./clean-text.ts"
import { compact } from "./compact.ts"
import { buildDecisionNote } from "./decision-note.ts"
import { createDuplicateGuard } from "./duplicate-guard.ts"
import { correctionOf, estimateTokens } from "./estimate-tokens.ts"
import { fitMessages } from "./fit-messages.ts"
import { runTurn, type TurnEnd, type TurnPorts } from "./run-turn.ts"
import { scrubBlocks } from "./scrub.ts"
import { sanitizeGeneratedTitle, titleRequest } from "./title.ts"
import { buildHead, buildMessages, offeredTools, userText } from "./turn-context.ts"
import { writeTitle } from "./turn-context-store.ts"
import type { LiveTurn, TurnHub } from "./turn-hub.ts"

/** Plays a turn that was begun, from its first event to its stored end. */
export async function playTurn({ runtime, hub }: { runtime: Runtime; hub: TurnHub }, start: TurnStart): Promise<void> {
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
        kind: start.request ? "message" : "decision",
        model: choice.model,
      },
    },
  ])
  const tell = tellDecisions(live, start)
  let end: Played
  try {
    end = await play(runtime, live, start)
  } catch (error) {
    end = unforeseen(runtime, live, error)
  }
  span.end(end.state)
  await live.end({
    state: end.state,
    problem: end.problem,
    blocks: storable(runtime, [...tell, ...end.blocks]),
    contextTokens: end.context?.usedTokens ?? null,
    tokenCorrection: end.tokenCorrection,
    applied: end.applied,
    by: start.caller.principal,
    note: null,
  })
}

type Played = TurnEnd & { tokenCorrection: number | null }

async function play(runtime: Runtime, live: LiveTurn, start: TurnStart): Promise<Played> {
  const { caller, choice, turnId } = start
  const { signal } = live.abort
  const base = modelCall(runtime, start)
  if (await isOffTopic(start, base, signal)) return refuseOffTopic(runtime, live, start)
  nameLater(runtime, start, base)

  const tools = offeredTools(caller, start.conversation.scope)
  const specs = tools.map(({ spec }) => spec)
  const parts = { choice, tools, notes: start.notes, timeZone: start.timeZone }
  const snapshot = start.request?.snapshot ?? null
  const idleMinutes = start.messages.length > 1 ? start.conversation.idleMinutes : null
  const headOf = (conversation: TurnStart["conversation"]) =>
    buildHead(caller, { ...parts, conversation, snapshot, idleMinutes })
  const { conversation, messages } = await compact(runtime, {
    ...start,
    principal: caller.principal,
    overheadTokens: headOf(start.conversation).overheadTokens,
    turnId,
    signal,
  })
  const head = headOf(conversation)
  const history = await buildMessages(caller, { ...start, conversation, messages })
  const note = start.decided.length > 0 ? [userText(decisionText(start))] : []
  const door = gateDoor(start, { taint: [...head.taint, ...history.taint], named: history.named }, signal)
  const correction = conversation.tokenCorrection
  let reservation: ModelCall["reservation"] = start.reservation
  let tokenCorrection: number | null = null

  const ports: TurnPorts = {
    signal,
    emit: live.emit,
    keep: (blocks) => live.keep(storable(runtime, blocks)),
    newCallId: () => `call_${randomBytes(9).toString("hex")}`,
    clock: () => performance.now(),
    guard: createDuplicateGuard(),
    invoke: door,
    explain: (error) => explain(runtime, error),
    async ask(request, onEvents) {
      const call = { ...base, reservation, correction }
      reservation = undefined
      const result = await callModel(
        call,
        { ...request, cacheKey: conversation.id, stableMessages: request.messages.length },
        { onEvents, signal },
      )
      if (result.reported) {
        const { inputTokens, cacheReadTokens, cacheWriteTokens } = result.usage
        const counted = inputTokens + cacheReadTokens + cacheWriteTokens
        tokenCorrection = correctionOf(estimateTokens(request.messages, request.tools), counted)
      }
      return result
    },
  }
  const end = await runTurn(ports, {
    messages: [...head.head, ...history.messages, ...note],
    tools,
    lastStepNote: head.lastStepNote,
    windowTokens: choice.contextWindowTokens,
    vision: choice.capabilities.vision,
    fit: (asked) => fitMessages(asked, specs, { windowTokens: choice.contextWindowTokens, correction }),
  })
  return { ...end, tokenCorrection }
}

/** What others decided is on the record before the model says a word about it. */
function tellDecisions(live: LiveTurn, { decided }: TurnStart): ContentBlock[] {
  const blocks = decided.map((one): ContentBlock => {
    const { proposalId, toolName, summary, status, signer, reason, problem, undo } = one
    if (status === "applied")
      return { type: "applied", callId: proposalId, proposalId, toolName, summary, ...(undo ? { undo } : {}) }
    const by = signer ? ` by ${signer}` : ""
    const text = {
      declined: `"${summary}" was declined${by}${reason ? `: ${reason}` : "."}`,
      failed: `"${summary}" was signed${by} but failed: ${problem ?? "the log has the reason."}`,
      unknown: `"${summary}" was signed${by}; whether it took effect is not known. Settle it on the Signatures page.`,
    }[status]
    return { type: "notice", kind: "decided", text }
  })
  live.keep(blocks)
  live.emit(
    blocks.map((block) =>
      block.type === "applied"
        ? { type: "data-applied", id: block.proposalId, data: block }
        : { type: "data-notice", id: `decided-${randomUUID()}`, data: block as BlockOf<"notice"> },
    ),
  )
  return blocks
}

function decisionText({ decided, conversation }: TurnStart): string {
  const heads = decided.map(({ status, toolName }) => `${status}: ${toolName}`).join("\n")
  return `[Decision]\n${heads}\n\n${buildDecisionNote(decided, conversation.id)}`
}

/** The gate, as this turn's principal, with what the model has read so far. */
function gateDoor(
  start: TurnStart,
  read: { taint: readonly TaintSource[]; named: readonly string[] },
  signal: AbortSignal,
): TurnPorts["invoke"] {
  const { conversation, choice } = start
  const taint = [...read.taint]
  const resultChars = resultBudget(choice.contextWindowTokens)
  const current = freshPrincipal(start.caller)
  const { mask } = start.caller.runtime.secrets
  return async (toolName, input) => {
    const caller: Caller = { ...start.caller, principal: await current(), abort: signal }
    const outcome = await invokeTool(
      {
        caller,
        mode: conversation.permissionMode,
        scope: conversation.scope,
        resultChars,
        conversation: { id: conversation.id, taint, named: read.named },
      },
      { toolName, input },
    )
    if (outcome.status === "executed" && outcome.outside)
      taint.push({ toolName, toolCallId: outcome.toolCallId, at: new Date().toISOString() })
    const images = outcome.status === "executed" && choice.capabilities.vision ? outcome.images : []
    return {
      outcome,
      text: mask(readable(outcome)),
      images: images.map(({ mediaType, data }) => ({ type: "image" as const, mediaType, data })),
    }
  }
}

/** The model never sees a token, nor anything else that would let it sign. */
function readable(outcome: ToolOutcome): string {
  if (outcome.status === "executed") return JSON.stringify(outcome.forModel ?? null)
  const { status, proposalId, summary } = outcome
  return JSON.stringify(
    outcome.status === "applied" ? { status, summary, result: outcome.forModel } : { status, proposalId, summary },
  )
}

/** A turn may run for minutes: what its person may do is asked again, at most every five seconds. */
function freshPrincipal({ principal, runtime }: Caller): () => Promise<Caller["principal"]> {
  let known = principal
  let askedAt = performance.now()
  return async () => {
    if (performance.now() - askedAt < 5_000) return known
    const loaded = await runtime.identity.load({ kind: "user", id: principal.id, grantId: null })
    if (!loaded) throw new ForbiddenError(`${principal.name} is no longer active here.`)
    known = loaded
    askedAt = performance.now()
    return known
  }
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
  }
}

/** The first message of a conversation only, and in doubt it is on topic. */
async function isOffTopic(
  start: TurnStart,
  base: Omit<ModelCall, "reservation">,
  signal: AbortSignal,
): Promise<boolean> {
  const { request, conversation, choice, messages } = start
  const { disableTopicalClassifier, rehearsal } = choice.connection
  if (!request || disableTopicalClassifier || rehearsal) return false
  if (conversation.scope !== "operate" || messages.length > 1 || conversation.summary !== null) return false
  if (!request.message.text.trim()) return false
  try {
    const prompt = buildClassifierPrompt(request.message.text, randomUUID())
    const answer = await askOnce({ ...base, purpose: "classifier" }, { ...prompt, maxOutputTokens: 256 }, signal)
    return answer !== null && parseClassifierVerdict(answer) === "OFF_TOPIC"
  } catch {
    return false
  }
}

async function refuseOffTopic(runtime: Runtime, live: LiveTurn, start: TurnStart): Promise<Played> {
  runtime.telemetry.refusal("off-topic")
  // Nothing will be asked of the model, so nothing stays reserved.
  await settleSpend(runtime.database, start.reservation.spendId, NOTHING, 0).catch(() => {})
  const blocks: ContentBlock[] = [{ type: "text", text: OFF_TOPIC_REPLY }]
  live.keep(blocks)
  live.emit([
    { type: "start-step" },
    { type: "text-start", id: "1-0" },
    { type: "text-delta", id: "1-0", delta: OFF_TOPIC_REPLY },
    { type: "text-end", id: "1-0" },
    { type: "finish-step" },
    { type: "finish", finishReason: "stop" },
  ])
  return { ...EMPTY_END, blocks, state: "completed" }
}

/** Detached: a title must neither delay nor break an answer. The first words stand in for it until then. */
function nameLater(
  runtime: Runtime,
  { request, conversation, messages, choice }: TurnStart,
  base: Omit<ModelCall, "reservation">,
): void {
  const first = messages.length === 1 && conversation.summary === null
  if (!request || !first || conversation.titledBy === "person" || choice.connection.rehearsal) return
  if (!request.message.text.trim()) return
  void (async () => {
    const asked = titleRequest(request.message.text, randomUUID())
    const answer = await askOnce({ ...base, purpose: "title" }, { ...asked, maxOutputTokens: 256 })
    const title = answer === null ? null : sanitizeGeneratedTitle(runtime.secrets.mask(answer))
    if (title && (await writeTitle(runtime.database, conversation.id, title)))
      runtime.publishSignals(["ai.conversation"])
  })().catch((error) =>
    runtime.log.debug("A conversation keeps its first words as its title.", { error: String(error) }),
  )
}

function explain(runtime: Runtime, error: unknown): { kind: BlockOf<"notice">["kind"]; sentence: string } {
  const known = toPlatformError(error)
  if (known.code === "internal") runtime.log.error("A turn met a fault of ours.", { error })
  const sentence = runtime.secrets.mask(known.message)
  if (error instanceof SpendExceededError) {
    runtime.telemetry.refusal("over-spend")
    return { kind: "over-spend", sentence }
  }
  return { kind: error instanceof RateLimitedError ? "over-budget" : "failed", sentence }
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
  return scrubBlocks(cleanJson([...blocks]), runtime.secrets.mask)
}

function turnFacts({ conversation, choice, turnId, request, caller }: TurnStart) {
  return {
    turnId,
    conversationId: conversation.id,
    driver: choice.driver.id,
    model: choice.model,
    kind: request ? ("message" as const) : ("decision" as const),
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
