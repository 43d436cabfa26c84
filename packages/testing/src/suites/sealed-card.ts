import { randomUUID } from "node:crypto"
import { applyBySignature, invokeTool } from "@countersign/core/assistant"
import type { RegisteredTool } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
// By path: only tests look into what is sealed.
import { openJson } from "../../../core/src/proposals/proposal-store.ts"
import { PROPOSAL_PAYLOAD } from "../../../core/src/secrets/sealed-columns.ts"
import type { SignedCard } from "./demand-whole.ts"

export type StoredCard = SignedCard & { proposalId: string; consequences: string[] }

/** Proposes it, and opens what was stored: the card that people read, and the payload that was sealed beside it. */
export async function sealedCard(caller: Caller, toolName: string, input: object): Promise<StoredCard> {
  const conversation = { id: randomUUID(), taint: [], named: [] }
  // A draft runs by itself: it has a card where somebody asks for one.
  const alwaysPropose = caller.runtime.tools.find(toolName)?.draft ?? false
  const outcome = await invokeTool({ caller, mode: "approve", conversation }, { toolName, input, alwaysPropose })
  if (outcome.status !== "awaiting_signature") throw new Error(`${toolName} was not proposed: it is ${outcome.status}.`)
  const { secrets, database } = caller.runtime
  const id = outcome.proposalId
  const { rows } = await database.pool.query(
    "SELECT payload, summary, card FROM platform.tool_call WHERE id = $1 AND status = 'proposed'",
    [id],
  )
  const { payload, summary, card } = rows[0]
  const opened = openJson(secrets.keyring, payload, PROPOSAL_PAYLOAD.at(id)) as Record<string, unknown>
  return { proposalId: id, payload: opened, summary, ...card }
}

/** Applies it by its asker's signature. Answers what the tool's verb was called with, also where the verb then refused. */
export async function appliedInput(caller: Caller, tool: RegisteredTool, proposalId: string): Promise<unknown[]> {
  const watched = tool as { verb: RegisteredTool["verb"] }
  const { verb } = watched
  const inputs: unknown[] = []
  const call = verb as unknown as (caller: Caller, input: unknown) => Promise<unknown>
  watched.verb = Object.assign((acting: Caller, input: unknown) => {
    inputs.push(structuredClone(input))
    return call(acting, input)
  }, verb) as unknown as RegisteredTool["verb"]
  try {
    await applyBySignature(caller, proposalId).catch((error: { code?: string }) => {
      if (error.code !== "invalid_input" && error.code !== "conflict") throw error
    })
  } finally {
    watched.verb = verb
  }
  return inputs
}
