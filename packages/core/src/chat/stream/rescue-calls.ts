import type { Runtime } from "../../access/runtime.ts"
import { moveToolCall, type ToolCallRow } from "../../audit/tool-call-store.ts"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import { forModelOf } from "../../gate/for-model.ts"
import type { ToolOutcome } from "../../gate/invoke-tool.ts"
import { type Principal, servicePrincipal } from "../../identity/principal/principal.ts"
import { openJson } from "../../proposals/proposal-store.ts"
import { PROPOSAL_RESULT } from "../../secrets/sealed-columns.ts"
import { resultBudget } from "../../tools/clamp-result.ts"
import { whoseWords } from "../../tools/whose-words.ts"
import { pairCalls } from "../prompt/pair-calls.ts"
import { readable } from "../turn/gate-door.ts"
import { failed, type Told, tell } from "../turn/run-calls.ts"

const NOT_MADE =
  "The server stopped before this change was made, so nothing was changed. Call it again if it is still wanted."
const NOT_KNOWN =
  "Contact was lost while this was being done, so nobody knows yet whether it happened. Look before you do anything about it, and do not call it again."

export interface RescuedCalls {
  blocks: ContentBlock[]
  events: TurnEvent[]
  /** Changes that the model is told of here, and needs not be told of again. */
  applied: string[]
}

/**
 * What became of the calls that a dead server left without a result, from what it stored. Reads are left out: nothing was
 * changed by them, and the model may read again.
 */
export async function rescueCalls(
  runtime: Runtime,
  rows: readonly ToolCallRow[],
  said: readonly ContentBlock[],
): Promise<RescuedCalls> {
  const rescued: RescuedCalls = { blocks: [], events: [], applied: [] }
  const open = [...pairCalls([said]).values()].filter(({ result }) => result === null).map(({ block }) => block)
  const written = new Set(said.map((block) => (block.type === "tool-call" ? block.callId : null)))
  for (const row of rows) {
    const call = open.find(({ callId }) => callId === row.model_call_id)
    // It has its result already.
    if (!call && written.has(row.model_call_id)) continue
    const told = await tellRow(runtime, await ended(runtime, row), call)
    if (!told) continue
    rescued.blocks.push(...told.blocks)
    rescued.events.push(...told.events)
    if (told.applied) rescued.applied.push(told.applied)
  }
  return rescued
}

/** One that had not come far enough to change anything never will: its turn is over. */
async function ended(runtime: Runtime, row: ToolCallRow): Promise<ToolCallRow> {
  if (row.status !== "running" || row.effect === "read") return row
  const moved = await moveToolCall(runtime, {
    callId: row.id,
    from: "running",
    to: "failed",
    actor: { principal: servicePrincipal("ai"), transport: "job", correlationId: row.correlation_id },
    set: { problem: NOT_MADE },
  })
  return moved ?? row
}

async function tellRow(
  runtime: Runtime,
  row: ToolCallRow,
  call: BlockOf<"tool-call"> | undefined,
): Promise<Told | null> {
  const tool = runtime.tools.find(row.tool)
  const changed = row.status === "executed" && row.result !== null
  if (!tool || (row.effect === "read" && row.expires_at === null)) return null
  // What was applied without the call having been written down is told by the turn that tells of decisions.
  const block = call ?? (changed || row.status === "proposed" ? callOf(row) : null)
  const told = block && (await tellOutcome())
  return told && { ...told, blocks: call ? told.blocks : [block, ...told.blocks] }

  async function tellOutcome(): Promise<Told | null> {
    if (row.status === "refused" || row.status === "failed") {
      const problem = row.problem ?? NOT_MADE
      return failed(block!, problem, { kind: "failed" }, false, problem === NOT_MADE ? null : anybodys(row))
    }
    if (row.status === "applying" || row.status === "unknown") return failed(block!, NOT_KNOWN, { kind: "interrupted" })
    const outcome = await outcomeOf()
    const called = { ...tool!, effect: row.effect, spec: { name: tool!.wireName, description: "", inputSchema: {} } }
    return (
      outcome && tell(block!, called, outcome, { text: runtime.secrets.words.mask(readable(outcome)), durationMs: 0 })
    )
  }

  async function outcomeOf(): Promise<ToolOutcome | null> {
    const result =
      row.result === null ? null : openJson(runtime.secrets.keyring, row.result, PROPOSAL_RESULT.at(row.id))
    // No model is asked here, so the smallest window is reckoned with.
    const forModel = forModelOf(tool!, result, resultBudget(0))
    const card = { toolCallId: row.id, toolName: row.tool, summary: row.summary ?? row.tool, proposalId: row.id }
    const principal = { kind: row.principal_kind, id: row.principal_id } as Principal
    const things = row.card?.things ?? []
    const source =
      row.status === "proposed" && row.quoted
        ? (row.quoted[0] ?? null)
        : await whoseWords({ ...runtime, principal }, tool!, { id: row.id, input: {}, result, things })
    if (row.status === "executed" && changed)
      return { status: "executed", toolCallId: row.id, result, forModel, source, images: [] }
    if (row.status !== "applied" && row.status !== "proposed") return null
    const rest = { payload: null, diff: [], reasons: [], expiresAt: row.expires_at!.toISOString(), signUrl: "" }
    if (row.status === "applied")
      return { ...card, ...rest, status: "applied", result, forModel, undo: row.undo, source }
    return { ...card, ...rest, status: "awaiting_signature", token: null, tokenExpiresAt: null, source }
  }
}

/** What it was about is not known any more. */
function anybodys({ id, tool }: ToolCallRow): TaintSource {
  return { toolName: tool, toolCallId: id, at: new Date().toISOString(), class: "outside" }
}

function callOf(row: ToolCallRow): BlockOf<"tool-call"> {
  return { type: "tool-call", callId: row.model_call_id ?? row.id, name: row.tool, arguments: "{}" }
}
