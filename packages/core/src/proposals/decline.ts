import type { Caller } from "../access/ctx.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import { ForbiddenError } from "../errors.ts"
import { findByToken, noSuchProposal, notWaiting } from "./apply.ts"
import { whyNotSign } from "./may-sign.ts"
import { findProposal, type StoredProposal } from "./proposal-store.ts"

export async function declineWithToken(caller: Caller, token: string, reason?: string): Promise<string> {
  return decline(caller, await findByToken(caller, token), reason)
}

/** Whoever may sign may decline, and whoever asked may withdraw. */
export async function declineBySignature(caller: Caller, proposalId: string, reason?: string): Promise<string> {
  const { runtime, principal } = caller
  const row = await findProposal(runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  if (row.status !== "proposed") throw notWaiting(row)
  const whyNot = row.person_id === principal.id ? null : whyNotSign(principal, row, runtime.tools.find(row.tool))
  if (whyNot) throw new ForbiddenError(whyNot)
  return decline(caller, row, reason)
}

async function decline(caller: Caller, row: StoredProposal, reason?: string): Promise<string> {
  const { runtime, principal } = caller
  const declined = await moveToolCall(runtime, {
    callId: row.id,
    from: "proposed",
    to: "declined",
    actor: caller,
    set: {
      payload: null,
      decision_note: reason ? runtime.secrets.words.mask(reason) : null,
      signer_kind: principal.kind,
      signer_id: principal.id,
      signer_name: principal.name,
    },
    setIn: { decided_at: "0 seconds" },
    note: reason ? runtime.secrets.mask(reason) : null,
  })
  if (!declined) throw notWaiting((await findProposal(runtime.database, row.id)) ?? row)
  runtime.telemetry.proposal("declined")
  runtime.publishSignals(["ai.proposal"])
  return row.id
}
