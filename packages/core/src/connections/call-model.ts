import {
  type EndReason,
  type Failure,
  type ModelEvent,
  type ModelPrice,
  type ModelRequest,
  type StreamOptions,
  stream,
  type TextPart,
  type Troubles,
  type Usage,
} from "@countersign/llm"
import type { Runtime } from "../access/runtime.ts"
import type { SpendPurpose } from "../contract/chat/connection.ts"
import type { ChatScope } from "../contract/chat/conversation.ts"
import type { Principal } from "../identity/principal/principal.ts"
import type { ModelChoice } from "./choose-model.ts"
import { type CallPlan, planCall, promptCharacters } from "./plan-call.ts"
import { costOf } from "./pricing.ts"
import { reserveSpend, type SpendEntry } from "./spend.ts"
import { type EndedCall, type SpendLedger, settleQuietly } from "./spend-ledger.ts"

export interface ModelCall {
  runtime: Pick<Runtime, "database" | "log" | "telemetry">
  choice: ModelChoice
  principal: Pick<Principal, "kind" | "id" | "name">
  purpose: SpendPurpose
  scope: ChatScope
  conversationId: string | null
  turnId: string | null
  /** Made before, in a statement of the caller's own, after the same plan. */
  reservation?: Reservation
  /** Of a turn: then whoever made it closes it. Without one, a call is settled before its end is told. */
  ledger?: SpendLedger
  /** The provider's count over our estimate, from an earlier answer. */
  correction?: number
  /** Of a turn: all its calls together give a busy provider up. */
  troubles?: Troubles
}

export interface Reservation extends Pick<CallPlan, "maxOutputTokens" | "reservedTokens" | "reservedUsd"> {
  spendId: string
}

export interface ModelCallResult {
  usage: Usage
  /** Null where no price is known. */
  costUsd: number | null
  /** False when the provider reported no usage, or none that can be true. */
  reported: boolean
  end?: EndReason
  failure?: Failure
}

/**
 * The one way to a model: what the call may come to is reserved before and settled after it, whatever it is for. Throws
 * SpendExceededError when there is no room, and what `onEvents` throws; everything else ends in `failure`.
 */
export async function callModel(
  call: ModelCall,
  request: Omit<ModelRequest, "model">,
  options: StreamOptions,
): Promise<ModelCallResult> {
  const { choice, runtime } = call
  const characters = promptCharacters(request)
  const plan = planCall(choice, { characters, correction: call.correction, maxOutputTokens: request.maxOutputTokens })
  const { spendId, maxOutputTokens, ...reserved } = call.reservation ?? (await reserve(call, plan))
  const heard = new Heard(runtime.telemetry.capturesContent, mostTokens(choice))
  const { onEvents } = options
  const span = runtime.telemetry.modelCall({
    driver: choice.driver.id,
    model: choice.model,
    purpose: call.purpose,
    conversationId: call.conversationId ?? undefined,
    turnId: call.turnId ?? undefined,
    principalKind: call.principal.kind,
  })
  try {
    await stream(
      choice.driver,
      choice.llm,
      {
        ...request,
        model: choice.model,
        maxOutputTokens,
        capabilities: { ...choice.capabilities, ...request.capabilities },
      },
      {
        patience: choice.patience,
        troubles: call.troubles,
        ...options,
        onEvents(events) {
          if (heard.nothing) span.firstToken()
          heard.look(events)
          onEvents(events)
        },
      },
    )
  } finally {
    heard.settle(plan.promptTokens, choice.price, reserved.reservedUsd)
    const { usage } = heard.settled
    span.end({
      usage,
      failure: heard.failure,
      finishReason: heard.end,
      content: () => ({ messages: request.messages, answer: heard.said }),
    })
    const ended = { spendId, ...heard.settled, reserved }
    await (call.ledger ? call.ledger.settle(ended) : settleQuietly(runtime, ended))
  }
  const { usage, costUsd } = heard.settled
  return { usage, costUsd, reported: !!heard.usage, end: heard.end, failure: heard.failure }
}

/** What the ledger wants to know of a call, for whoever reserves it. */
export function spendEntry(call: Omit<ModelCall, "runtime" | "reservation" | "ledger">, plan: CallPlan): SpendEntry {
  const { choice, principal, purpose, scope, conversationId, turnId } = call
  return {
    connection_id: choice.connection.id,
    connection_label: choice.connection.label,
    driver: choice.connection.driver,
    model: choice.model,
    principal_kind: principal.kind,
    principal_id: principal.id,
    principal_name: principal.name,
    scope,
    purpose,
    conversation_id: conversationId,
    turn_id: turnId,
    reserved_tokens: plan.reservedTokens,
    reserved_usd: plan.reservedUsd,
  }
}

async function reserve(call: ModelCall, plan: CallPlan): Promise<Reservation> {
  const { ledger, runtime, choice } = call
  const entry = spendEntry(call, plan)
  const { spendCap } = choice.connection
  const spendId = await (ledger ? ledger.reserve(entry, spendCap) : reserveSpend(runtime.database, entry, spendCap))
  return { ...plan, spendId }
}

/** Prompt and answer share the window, so ten times as much is a mistake, whoever made it. */
const WINDOWS_BELIEVED = 10
const LARGEST_WINDOW_TOKENS = 10_000_000

function mostTokens({ contextWindowTokens }: ModelChoice): number {
  return WINDOWS_BELIEVED * (contextWindowTokens ?? LARGEST_WINDOW_TOKENS)
}

/** What a call needs to know of its stream: a look at the end of each batch, and at the length of what was said. */
class Heard {
  /** As told; null where that cannot be true. */
  usage: Usage | null | undefined
  end: EndReason | undefined
  failure: Failure | undefined
  settled: Pick<EndedCall, "usage" | "costUsd" | "unbelievable"> = {
    usage: NOTHING,
    costUsd: null,
    unbelievable: false,
  }
  #events = 0
  #characters = 0
  readonly #kept: ModelEvent[] | null
  readonly #mostTokens: number

  constructor(keepsAll: boolean, mostTokens: number) {
    this.#kept = keepsAll ? [] : null
    this.#mostTokens = mostTokens
  }

  get nothing(): boolean {
    return this.#events === 0
  }

  /** What a span may carry, where an administrator wants that. */
  get said(): TextPart[] {
    const text = (this.#kept ?? []).flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("")
    return text ? [{ type: "text", text }] : []
  }

  /** Whoever hears the events after this never meets a count that nobody believes. */
  look(events: ModelEvent[]): void {
    this.#events += events.length
    this.#kept?.push(...events)
    for (const event of events) if ("text" in event) this.#characters += event.text.length
    const at = events.findLastIndex(({ type }) => type === "usage")
    if (at !== -1) {
      this.usage = this.#believed(events[at] as Extract<ModelEvent, { type: "usage" }>)
      events[at] = { type: "usage", usage: this.usage }
    }
    const last = events[events.length - 1]
    if (last?.type === "end") this.end = last.reason
    if (last?.type === "error") this.failure = last.failure
  }

  /**
   * A whole answer without a count, or with one that cannot be true, counts with what was set aside for it: to count
   * nothing would let it by every cap. What broke off had no count to come yet and is estimated.
   */
  settle(promptTokens: number, price: ModelPrice | null, reservedUsd: number | null): void {
    const whole = this.end !== undefined && this.end !== "cut"
    if (this.usage === null || (this.usage === undefined && whole))
      this.settled = { usage: this.#estimate(promptTokens), costUsd: reservedUsd, unbelievable: true }
    else {
      const usage = this.#counted(promptTokens, whole)
      this.settled = { usage, costUsd: costOf(usage, price), unbelievable: false }
    }
  }

  #believed({ usage }: Extract<ModelEvent, { type: "usage" }>): Usage | null {
    if (!usage) return null
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage
    const promptTokens = inputTokens + cacheReadTokens + cacheWriteTokens
    // Nobody answers a prompt of nothing.
    return promptTokens > 0 && promptTokens + outputTokens <= this.#mostTokens ? usage : null
  }

  /** Before the end a provider has counted the prompt, and of the answer its first word. */
  #counted(promptTokens: number, whole: boolean): Usage {
    const estimate = this.#estimate(promptTokens)
    if (!this.usage) return estimate
    if (whole || this.usage.outputTokens >= estimate.outputTokens) return this.usage
    return { ...this.usage, outputTokens: estimate.outputTokens }
  }

  /** Providers charge for what was cut or stopped, and not for what they turned away. An event is at least a token. */
  #estimate(promptTokens: number): Usage {
    const said = this.#events > 1
    if (this.failure && !said && this.failure.kind !== "aborted") return NOTHING
    const outputTokens = said ? Math.max(this.#events, Math.ceil(this.#characters / 4)) : 0
    return { ...NOTHING, inputTokens: promptTokens, outputTokens }
  }
}

const NOTHING: Usage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
}
