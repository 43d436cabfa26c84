import type { Transport } from "../contract/effect.ts"
import type { TaintSource } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import { gather } from "../db/gather.ts"
import { RateLimitedError } from "../errors.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { taintHolder } from "./tool-taint.ts"

export interface NewToolCall {
  tool: string
  effect: string
  /** Rules the tool needs: policies may hang on them. */
  rules: readonly string[]
  transport: Transport
  correlationId: string
  conversationId: string | null
  /** In chat: which turn, and what the model calls this call. */
  turnId: string | null
  modelCallId: string | null
  principal: Principal
  argsMac: { keyId: string; mac: string }
}

export interface Reservation {
  callId: string
  policy: { twoPerson: boolean; forbidAuto: boolean; off: boolean }
  allowedHosts: string[]
  /** What colleagues wrote counts like the reader's own words. */
  trustColleagues: boolean
  /** Others' words that the grant or application has read within a day. */
  taint: TaintSource[]
}

/** Calls of one holder in a minute are counted before they run, on all pods together. Over the limit costs nothing. */
export async function reserveToolCall(database: Database, call: NewToolCall): Promise<Reservation> {
  const { principal } = call
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  const row = {
    tool: call.tool,
    effect: call.effect,
    transport: call.transport,
    correlation_id: call.correlationId,
    conversation_id: call.conversationId,
    turn_id: call.turnId,
    model_call_id: call.modelCallId,
    principal_kind: principal.kind,
    principal_id: principal.id,
    principal_name: principal.name,
    person_id: actsFor?.id ?? (principal.kind === "user" ? principal.id : null),
    person_name: actsFor?.name ?? (principal.kind === "user" ? principal.name : null),
    grant_id: actsFor?.grantId ?? null,
    budget_holder: budgetHolder(principal),
    args_mac: call.argsMac.mac,
    args_key: call.argsMac.keyId,
  }
  const answer = await reserveTogether(database, { row, rules: call.rules, taintHolder: taintHolder(principal) })
  if ("callId" in answer) return answer
  const { most, waitSeconds } = answer
  throw new RateLimitedError(
    `${principal.name} has used the ${most === 1 ? "one tool call" : `${most} tool calls`} of a minute. Wait ${waitSeconds} s and call again.`,
    waitSeconds,
  )
}

type ReserveAnswer = Reservation | { most: number; waitSeconds: number }

const reserveTogether = gather<{ row: object; rules: readonly string[]; taintHolder: string }, ReserveAnswer>(
  async (database, calls) => {
    const { rows } = await database.pool.query<{ answers: ReserveAnswer[] }>({
      name: "reserve-tool-calls",
      text: "SELECT platform.reserve_tool_calls($1) AS answers",
      values: [JSON.stringify(calls)],
    })
    return rows[0]!.answers
  },
)

/** A token acting for a person counts for that person. */
export function budgetHolder(principal: Principal): string {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  return actsFor ? `user:${actsFor.id}` : `${principal.kind}:${principal.id}`
}
