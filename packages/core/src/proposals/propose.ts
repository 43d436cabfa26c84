import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/tool.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import type { ProposalReceipt, TaintSource } from "../contract/proposal.ts"
import { ConflictError } from "../errors.ts"
import { baseUrl } from "../identity/base-url.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { lookAhead } from "./look-ahead.ts"
import { mayConfirm } from "./may-sign.ts"
import { findProposal, SIGNING_TERM, type StoredProposal, sealJson, TOKEN_TERM } from "./proposal-store.ts"
import { formatToken, newNonce } from "./token.ts"

/** What the gate found out before it decided that somebody has to sign. */
export interface Circumstances {
  twoPerson: boolean
  taint: readonly TaintSource[]
  /** Where it would go, and whether nobody named that place. */
  destination: string | null
  unnamed: boolean
  /** In chat the card is signed by proposal id; no token is made at all. */
  withToken: boolean
  /** What it takes back, where that is known. */
  undoes?: string | null
}

/** Turns a reserved call into a proposal: looks ahead, changes nothing, and writes down what it saw. */
export async function propose(
  caller: Caller,
  callId: string,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  circumstances: Circumstances,
  replaces?: string,
): Promise<ProposalReceipt> {
  const { runtime, principal } = caller
  const outlook = await lookAhead(caller, tool, input)
  const replaced = replaces ? await supersede(caller, replaces, callId) : null
  const confirmable =
    circumstances.withToken && mayConfirm(principal, tool, circumstances.twoPerson, circumstances.unnamed)
  const { nonce, hash } = newNonce()
  const reasons = reasonsOf(caller, circumstances)
  const row = await moveToolCall(runtime, {
    callId,
    from: "running",
    to: "proposed",
    actor: caller,
    set: {
      nonce_hash: confirmable ? hash : null,
      payload: sealJson(runtime.secrets.keyring, outlook.payload, PROPOSAL_PAYLOAD.at(callId)),
      summary: outlook.summary,
      audit_name: outlook.recordedAs,
      card: JSON.stringify({
        diff: outlook.diff,
        things: outlook.things,
        consequences: outlook.consequences,
        reasons,
        ...(circumstances.undoes ? { undoes: circumstances.undoes } : {}),
      }),
      fingerprint: outlook.fingerprint,
      taint: JSON.stringify(circumstances.taint),
      destination: circumstances.destination,
      two_person: circumstances.twoPerson,
      external: tool.procedure.external === true,
      // An edited card belongs to the conversation the first one came from: its model is told what became of it.
      ...(replaced ? { replaces: replaced.id, conversation_id: replaced.conversation_id } : {}),
    },
    setIn: { expires_at: SIGNING_TERM, ...(confirmable ? { token_expires_at: TOKEN_TERM } : {}) },
  })
  if (!row) throw new ConflictError("This call was given up while it was being proposed. Propose it again.")
  runtime.telemetry.proposal("proposed")
  runtime.publishSignals(["ai.proposal"])
  return {
    status: "awaiting_signature",
    proposalId: callId,
    toolCallId: callId,
    toolName: tool.name,
    summary: outlook.summary,
    payload: outlook.payload,
    diff: outlook.diff,
    reasons,
    expiresAt: row.expires_at!.toISOString(),
    signUrl: `${baseUrl(caller)}/signatures/${callId}`,
    token: confirmable ? formatToken(callId, nonce) : null,
    tokenExpiresAt: confirmable ? row.token_expires_at!.toISOString() : null,
  }
}

/** An edited proposal takes the place of the old one: never two cards for one change. */
async function supersede(caller: Caller, replaced: string, by: string): Promise<StoredProposal> {
  const { runtime, principal } = caller
  const old = await findProposal(runtime.database, replaced)
  const mine = old && old.principal_kind === principal.kind && old.principal_id === principal.id
  const forMe = old && principal.kind === "user" && old.person_id === principal.id
  if (!old || (!mine && !forMe))
    throw new ConflictError(`You have no proposal ${replaced} to replace. Propose without "replaces".`)
  const moved = await moveToolCall(runtime, {
    callId: replaced,
    from: "proposed",
    to: "superseded",
    actor: caller,
    set: { payload: null, replaced_by: by },
  })
  if (!moved)
    throw new ConflictError(
      `The proposal "${old.summary}" is ${old.status} already, so it cannot be replaced. Propose without "replaces".`,
    )
  runtime.telemetry.proposal("superseded")
  return old
}

function reasonsOf({ principal }: Caller, { taint, destination, unnamed, twoPerson }: Circumstances): string[] {
  const reasons: string[] = []
  if (taint.length > 0) {
    const sources = [...new Set(taint.map(({ toolName }) => toolName))].join(", ")
    reasons.push(`It was asked after reading text that others wrote (${sources}), which may have steered it.`)
  }
  if (destination && unnamed)
    reasons.push(`It would reach ${destination}, which nobody named and the allow-list does not hold.`)
  if (twoPerson) reasons.push(`Two people have to agree: somebody other than ${principal.name} signs.`)
  return reasons
}
