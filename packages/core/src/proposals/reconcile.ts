import type { Caller } from "../access/ctx.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import { noSuchProposal, notWaiting } from "./apply.ts"
import { findProposal } from "./proposal-store.ts"

/** A person looked outside and says what happened there. */
export async function reconcile(
  caller: Caller,
  proposalId: string,
  outcome: "applied" | "failed",
  note: string,
): Promise<void> {
  const { runtime } = caller
  const row = await findProposal(runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  const settled = await moveToolCall(runtime, {
    callId: proposalId,
    from: "unknown",
    to: outcome,
    actor: caller,
    // A model that was told that nobody knows is told again.
    set: { decision_note: runtime.secrets.words.mask(note), acknowledged_turn: null },
    note: `${caller.principal.name} settled it as ${outcome}: ${runtime.secrets.mask(note)}`,
  })
  if (!settled) throw notWaiting((await findProposal(runtime.database, proposalId)) ?? row)
  runtime.telemetry.proposal(outcome)
  runtime.publishSignals(["ai.proposal"])
}
