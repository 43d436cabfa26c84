import type { Caller } from "../access/ctx.ts"
import { type Actor, moveToolCall } from "../audit/tool-call-store.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import { findProposal, releaseProposal, type StoredProposal } from "./proposal-store.ts"

const DIED_READING = "The server stopped while applying it. Nothing was changed."
const DIED_OUTSIDE = "The server stopped while applying it. Whether it took effect is not known: look, then settle it."

/**
 * Whoever was applying it has died. What it did to our database was rolled back with it, so the proposal waits again;
 * outside, nobody knows.
 */
export async function settleLapsed(caller: Caller, row: StoredProposal): Promise<StoredProposal> {
  const { runtime } = caller
  if (!row.external && row.effect !== "read") {
    await releaseProposal(runtime.database, row.id, row.lease!)
    return (await findProposal(runtime.database, row.id)) ?? row
  }
  const to = row.external ? "unknown" : "failed"
  const settled = await moveToolCall(runtime, {
    callId: row.id,
    from: "applying",
    to,
    // A pod that only seemed dead holds this lease and finds it gone: its transaction fails.
    lease: row.lease!,
    actor: platformActor(caller),
    set: { lease: null, lease_until: null, payload: null, problem: row.external ? DIED_OUTSIDE : DIED_READING },
  })
  if (settled) runtime.telemetry.proposal(to)
  return (await findProposal(runtime.database, row.id)) ?? row
}

/** Hygiene: every answer is right without it. */
export async function sweepProposals(caller: Caller): Promise<{ expired: number; ended: number; removed: number }> {
  const { database, telemetry } = caller.runtime
  const actor = platformActor(caller)
  const stale = await ids(`status = 'proposed' AND expires_at <= now()`)
  for (const callId of stale) {
    const expired = await moveToolCall(caller.runtime, {
      callId,
      from: "proposed",
      to: "expired",
      actor,
      set: { payload: null },
    })
    if (expired) telemetry.proposal("expired")
  }

  const lapsed = await ids(`status = 'applying' AND lease_until < now()`)
  for (const id of lapsed) {
    const row = await findProposal(database, id)
    if (row?.lapsed) await settleLapsed(caller, row)
  }
  // Far beyond any tool's time limit.
  const lost = await ids(`status = 'running' AND at < now() - interval '10 minutes'`)
  for (const callId of lost) {
    const problem = "The server stopped before it ended."
    await moveToolCall(caller.runtime, { callId, from: "running", to: "failed", actor, set: { problem } })
  }
  const changed = stale.length + lapsed.length
  if (changed > 0) caller.runtime.publishSignals(["ai.proposal"])

  // Results are kept for those who ask again with a token, calls for the tools page; the audit log keeps its own rows.
  await database.pool.query(
    `UPDATE platform.tool_call SET result = NULL WHERE result IS NOT NULL AND expires_at < now() - interval '1 day'`,
  )
  const { rowCount } = await database.pool.query(
    `DELETE FROM platform.tool_call WHERE id IN (SELECT id FROM platform.tool_call
       WHERE expires_at IS NULL AND at < now() - interval '90 days' ORDER BY at LIMIT 10000)`,
  )
  return { expired: stale.length, ended: lapsed.length + lost.length, removed: rowCount ?? 0 }

  async function ids(condition: string): Promise<string[]> {
    const { rows } = await database.pool.query(`SELECT id FROM platform.tool_call WHERE ${condition} LIMIT 1000`)
    return rows.map((row) => row.id)
  }
}

function platformActor({ correlationId }: Caller): Actor {
  return { principal: servicePrincipal("ai"), transport: "job", correlationId }
}
