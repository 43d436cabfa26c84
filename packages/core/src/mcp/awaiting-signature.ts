import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Caller } from "../access/ctx.ts"
import type { DiffRow, ProposalReceipt } from "../contract/proposal.ts"
import type { JsonSchema } from "../http/json-schema.ts"
import { baseUrl } from "../identity/base-url.ts"
import type { StoredProposal } from "../proposals/proposal-store.ts"
import { bound, boundText } from "./tool-result.ts"

/** What a client gets in place of a result while nobody has signed. */
export interface AwaitingSignature extends Record<string, unknown> {
  status: "awaiting_signature"
  proposalId: string
  summary: string
  diff: DiffRow[]
  reasons: string[]
  expiresAt: string
  signUrl: string
  /** Only for clients that may confirm themselves. */
  token?: string
  tokenExpiresAt?: string
}

const words = { type: "string" }
const instant = { type: "string", format: "date-time" }

/** Written out, because it stands in the list once for every tool that changes something: zod's is four times as long. */
export const AWAITING_SIGNATURE_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    status: { const: "awaiting_signature" },
    proposalId: { type: "string", format: "uuid" },
    summary: words,
    diff: { type: "array", items: { type: "object" } },
    reasons: { type: "array", items: words },
    expiresAt: instant,
    signUrl: { type: "string", format: "uri" },
    token: words,
    tokenExpiresAt: instant,
  },
  required: ["status", "proposalId", "summary", "diff", "reasons", "expiresAt", "signUrl"],
}

export function fromReceipt(receipt: ProposalReceipt): AwaitingSignature {
  const { status, proposalId, summary, diff, reasons, expiresAt, signUrl, token, tokenExpiresAt } = receipt
  const confirm = token && tokenExpiresAt ? { token, tokenExpiresAt } : {}
  return { status, proposalId, summary, diff, reasons, expiresAt, signUrl, ...confirm }
}

/** As it stands in the store, where no token is. */
export function fromRow(caller: Caller, row: StoredProposal): AwaitingSignature {
  return {
    status: "awaiting_signature",
    proposalId: row.id,
    summary: row.summary ?? row.tool,
    diff: row.card?.diff ?? [],
    reasons: row.card?.reasons ?? [],
    expiresAt: row.expires_at!.toISOString(),
    signUrl: signUrlOf(caller, row.id),
  }
}

export function signUrlOf(caller: Caller, proposalId: string): string {
  return `${baseUrl(caller)}/signatures/${proposalId}`
}

/** The token is for the client's own code, so it is not in the text that a model reads. Nobody signs what was cut off: then there is none. */
export function answerAwaiting(awaiting: AwaitingSignature, note = "Nothing has changed yet."): CallToolResult {
  const { token: _, tokenExpiresAt: _expires, ...shown } = awaiting
  const text = `${note} A person has to sign it at ${awaiting.signUrl}\n${boundText(shown)}`
  const whole = bound(awaiting)
  return { content: [{ type: "text", text }], structuredContent: whole.truncated ? bound(shown).value : awaiting }
}
