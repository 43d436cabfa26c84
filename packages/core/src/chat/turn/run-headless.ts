import { randomUUID } from "node:crypto"
import type { Caller } from "../../access/ctx.ts"
import { callModel } from "../../connections/call-model.ts"
import { chooseModel } from "../../connections/choose-model.ts"
import type { TurnUsage } from "../../contract/chat/turn-event.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import { ForbiddenError } from "../../errors.ts"
import { invokeTool } from "../../gate/invoke-tool.ts"
import { wordsOfError } from "../../gate/words-of-error.ts"
import { toPlatformError } from "../../http/respond.ts"
import { resultBudget } from "../../tools/clamp-result.ts"
import { cleanJson } from "../border/clean-text.ts"
import { namedDestinations } from "../border/named-destinations.ts"
import { believedTimeZone } from "../border/time-zone.ts"
import { isWritten } from "../border/written-address.ts"
import { fitMessages } from "../prompt/fit-messages.ts"
import { buildHead, offeredTools, userText, withFacts } from "../prompt/turn-context.ts"
import { newCallId } from "./call-id.ts"
import { createDuplicateGuard } from "./duplicate-guard.ts"
import { readable } from "./gate-door.ts"
import { MOST_TROUBLES } from "./play-turn.ts"
import { createRepeatedReads } from "./repeated-reads.ts"
import { runTurn, type TurnEnd } from "./run-turn.ts"
import { toolFailure } from "./tool-failure.ts"

/** A question that no person waits for: an automation's. */
export interface HeadlessRun {
  /** The application it runs as: rights, budget, spend and audit are its own. */
  caller: Caller
  /** What its author wrote. */
  prompt: string
  /** What set it off, quoted as data: it may be anybody's words. */
  data?: readonly { title: string; text: string; outside?: TaintSource }[]
  connectionId?: string
  model?: string
  /** Only these of the tools that the application may use. */
  tools?: readonly string[]
  /** Changes wait for a signature, but for these, which apply by themselves. */
  applies?: readonly string[]
  signal?: AbortSignal
}

export interface HeadlessAnswer {
  state: TurnEnd["state"]
  problem: string | null
  text: string
  usage: TurnUsage
  /** In their order, with how each ended. */
  calls: { toolName: string; toolCallId: string; status: "executed" | "applied" | "awaiting_signature" }[]
}

/** The same loop and gate as a person's turn. What destroys something is never offered: nobody is there to be asked. */
export async function runHeadless(run: HeadlessRun): Promise<HeadlessAnswer> {
  const caller: Caller = { ...run.caller, transport: "automation" }
  const { runtime, principal } = caller
  if (principal.kind !== "application")
    throw new ForbiddenError("Headless runs are made as an application, so that they have rights of their own.")
  const runId = randomUUID()
  const choice = await chooseModel(runtime, principal, {
    connectionId: run.connectionId,
    model: run.model,
    scope: SCOPE,
  })
  const tools = offeredTools(caller, SCOPE).filter(
    ({ name, effect, asks, needsTab }) =>
      effect !== "destructive" && !asks && !needsTab && (run.tools?.includes(name) ?? true),
  )
  const specs = tools.map(({ spec }) => spec)
  const head = buildHead(caller, {
    conversation: { ...NO_CONVERSATION, id: runId },
    choice,
    tools,
    notes: { skill: null, data: run.data ?? [] },
    timeZone: believedTimeZone(null),
    snapshot: null,
    idleMinutes: null,
  })
  const taint = [...head.taint]
  const named = namedDestinations([run.prompt])
  const calls: HeadlessAnswer["calls"] = []
  const signal = run.signal ?? new AbortController().signal
  const troubles = { left: MOST_TROUBLES }

  const end = await runTurn(
    {
      signal,
      emit: () => {},
      keep: () => {},
      clock: () => performance.now(),
      guard: createDuplicateGuard(),
      reads: createRepeatedReads(),
      newCallId,
      explain(error, sent) {
        const mask = runtime.secrets.maskFor(sent)
        return { kind: "failed", sentence: mask(toPlatformError(error).message), failure: toolFailure(error, mask) }
      },
      async invoke(toolName, given) {
        const input = cleanJson(given)
        const outcome = await invokeTool(
          {
            caller: { ...caller, abort: signal },
            mode: run.applies?.includes(toolName) ? "auto" : "approve",
            scope: SCOPE,
            resultChars: resultBudget(choice.contextWindowTokens),
            conversation: { id: runId, taint, named, wrote: (address) => isWritten(address, [run.prompt]) },
          },
          { toolName, input },
        ).catch((error) => {
          const words = wordsOfError(error)
          if (words) taint.push(words)
          throw error
        })
        const { toolCallId, status } = outcome
        if (outcome.source) taint.push(outcome.source)
        calls.push({ toolName, toolCallId, status })
        return { outcome, text: runtime.secrets.words.mask(readable(outcome)) }
      },
      ask: (request, onEvents) =>
        callModel(
          {
            runtime,
            choice,
            principal,
            purpose: "headless",
            scope: SCOPE,
            conversationId: null,
            turnId: runId,
            troubles,
          },
          { ...request, cacheKey: head.cacheKey },
          { onEvents, signal },
        ),
    },
    {
      messages: withFacts([...head.head, userText(run.prompt)], head.facts),
      tools,
      lastStepNote: head.lastStepNote,
      windowTokens: choice.contextWindowTokens,
      vision: choice.capabilities.vision,
      fit: (asked) => fitMessages(asked, specs, { windowTokens: choice.contextWindowTokens, correction: 1 }),
    },
  )
  const { state, problem, usage } = end
  const text = end.blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
  return { state, problem, usage, calls, text: runtime.secrets.words.mask(text) }
}

const SCOPE = "automation"
const NO_CONVERSATION: Omit<Parameters<typeof buildHead>[1]["conversation"], "id"> = {
  permissionMode: "approve",
  scope: SCOPE,
  summary: null,
  summaryTaint: [],
  tokenCorrection: 1,
}
