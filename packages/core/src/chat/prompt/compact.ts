import { randomUUID } from "node:crypto"
import type { Runtime } from "../../access/runtime.ts"
import type { ModelChoice } from "../../connections/choose-model.ts"
import { mergeSources, type TaintSource } from "../../contract/proposal.ts"
import type { Principal } from "../../identity/principal/principal.ts"
import { cleanText } from "../border/clean-text.ts"
import { askOnce } from "../turn/ask-once.ts"
import { buildHistory } from "./build-history.ts"
import { estimateBlocks, estimateText } from "./estimate-tokens.ts"
import { offeredBy, saidBefore } from "./own-words.ts"
import { planCompaction } from "./plan-compaction.ts"
import { readBlocks } from "./read-blocks.ts"
import { readSummary, summaryRequest } from "./summary-prompt.ts"
import { type StoredMessage, type TurnConversation, writeSummary } from "./turn-context-store.ts"

/** What a summary may be written in. */
const SUMMARY_TOKENS = 1_500
const RESERVED_OUTPUT_TOKENS = 8_192

/**
 * Folds the oldest rows into the running summary before the window overflows. A summary that cannot be had changes
 * nothing: the turn goes on with what fits.
 */
export async function compact(
  runtime: Runtime,
  asked: {
    conversation: TurnConversation
    messages: readonly StoredMessage[]
    choice: ModelChoice
    principal: Principal
    turnId: string
    /** System prompt, tools, memory. */
    overheadTokens: number
    signal: AbortSignal
  },
): Promise<{ conversation: TurnConversation; messages: readonly StoredMessage[]; folded: number }> {
  const { conversation, messages, choice, principal, turnId } = asked
  const { summary, tokenCorrection } = conversation
  const plan = planCompaction({
    rows: messages.map((row) => ({ ...row, tokens: estimateBlocks(row.blocks, tokenCorrection) })),
    summaryTokens: summary ? estimateText(summary) : 0,
    overheadTokens: asked.overheadTokens,
    windowTokens: choice.contextWindowTokens,
    reservedOutputTokens: choice.maxOutputTokens ?? RESERVED_OUTPUT_TOKENS,
  })
  if (!plan) return { conversation, messages, folded: 0 }
  const taint = mergeSources(conversation.summaryTaint, taintOf(plan.fold))
  const offered = offeredBy(
    plan.fold.map(({ role, blocks }) => ({ role, blocks: readBlocks(blocks) })),
    saidBefore(conversation),
  )
  const kept = { ...conversation, summaryTaint: taint, summaryOffered: offered }
  // What the model wrote from rows that are left out is still there.
  const leftOut = { conversation: kept, messages: plan.keep, folded: 0 }
  try {
    const request = summaryRequest({ previous: summary, rows: plan.fold, nonce: randomUUID() })
    const call = {
      runtime,
      choice,
      principal,
      purpose: "summary" as const,
      scope: conversation.scope,
      conversationId: conversation.id,
      turnId,
    }
    const answer = await askOnce(call, { ...request, maxOutputTokens: SUMMARY_TOKENS }, asked.signal)
    const written = answer === null ? null : readSummary(cleanText(runtime.secrets.words.mask(answer)))
    if (written === null) return leftOut
    const through = plan.fold.at(-1)!.position
    await writeSummary(runtime.database, conversation.id, { summary: written, through, taint, offered })
    return {
      conversation: { ...kept, summary: written, summaryThrough: through },
      messages: plan.keep,
      folded: plan.fold.length,
    }
  } catch (error) {
    runtime.log.warn("A conversation could not be summarised; its oldest part is left out this time.", {
      conversationId: conversation.id,
      error: String(error),
    })
    return leftOut
  }
}

function taintOf(rows: readonly StoredMessage[]): TaintSource[] {
  const { taint } = buildHistory(rows, {
    provider: "",
    vision: false,
    imageOf: () => undefined,
    toolName: (name) => name,
  })
  return taint
}
