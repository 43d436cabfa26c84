import type { Caller } from "../../access/ctx.ts"
import type { AskTab } from "../../access/points/ask-tab.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import { ForbiddenError } from "../../errors.ts"
import { invokeTool, type ToolOutcome } from "../../gate/invoke-tool.ts"
import { wordsOfError } from "../../gate/words-of-error.ts"
import type { Hold } from "../../proposals/recheck.ts"
import { resultBudget } from "../../tools/clamp-result.ts"
import type { TurnStart } from "../begin/turn-start.ts"
import { cleanJson } from "../border/clean-text.ts"
import { isWritten } from "../border/written-address.ts"
import { holdTurn } from "../stream/pod-store.ts"
import type { TurnPorts } from "./run-turn.ts"

/** What is in the model's context when its turn begins. */
export interface ReadSoFar {
  taint: readonly TaintSource[]
  /** Hosts that a person named. */
  named: readonly string[]
  /** The person's own words. */
  words: readonly string[]
}

/** The gate, as this turn's principal, with what the model has read so far. */
export function gateDoor(
  start: TurnStart,
  { read, signal, askTab }: { read: ReadSoFar; signal: AbortSignal; askTab(callId: string): AskTab },
): TurnPorts["invoke"] {
  const { conversation, choice } = start
  const taint = [...read.taint]
  const resultChars = resultBudget(choice.contextWindowTokens)
  const current = freshPrincipal(start.caller)
  const { secrets } = start.caller.runtime
  let looksAt = start.snapshot
  /** A page that answered may show something else since. */
  const asking =
    (ask: AskTab): AskTab =>
    async (question) => {
      const reply = await ask(question)
      looksAt = reply.snapshot ?? looksAt
      return reply
    }
  const hold: Hold = (transaction) => holdTurn(transaction, start.turnId, conversation.permissionMode)
  return async (toolName, given, callId) => {
    const input = cleanJson(given)
    const caller: Caller = {
      ...start.caller,
      principal: await current(),
      abort: signal,
      askTab: asking(askTab(callId)),
      ...(looksAt && { looksAt }),
    }
    const outcome = await invokeTool(
      {
        caller,
        mode: conversation.permissionMode,
        scope: conversation.scope,
        resultChars,
        conversation: {
          id: conversation.id,
          taint,
          named: read.named,
          wrote: (address) => isWritten(address, read.words),
          turnId: start.turnId,
          modelCallId: callId,
        },
        hold,
      },
      { toolName, input },
    ).catch((error) => {
      const words = wordsOfError(error)
      if (words) taint.push(words)
      throw error
    })
    if (outcome.source) taint.push(outcome.source)
    const images = outcome.status === "executed" && choice.capabilities.vision ? outcome.images : []
    return {
      outcome,
      text: secrets.words.mask(readable(outcome)),
      images: images.map(({ mediaType, data }) => ({ type: "image" as const, mediaType, data })),
    }
  }
}

/** The model never sees a token, nor anything else that would let it sign. */
export function readable(outcome: ToolOutcome): string {
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
    if (loaded?.kind !== "user") throw new ForbiddenError(`${principal.name} is no longer active here.`)
    // A turn reads on when its person has signed out; what it would change is refused by this session's end.
    known = { ...loaded, sessionId: principal.kind === "user" ? principal.sessionId : null }
    askedAt = performance.now()
    return known
  }
}
