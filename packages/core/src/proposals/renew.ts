import type { Caller } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import type { ProposalReceipt } from "../contract/proposal.ts"
import { ConflictError, PlatformError } from "../errors.ts"
import { sentenceForPeople } from "../http/words-for-people.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { openJson, RENEWAL, type StoredProposal, sequelOf } from "./proposal-store.ts"
import { propose } from "./propose.ts"

/** What was signed is no longer what would happen: the old proposal ends and a fresh one shows how things stand now. */
export async function renew(caller: Caller, asker: Caller, tool: RegisteredTool, row: StoredProposal): Promise<never> {
  const { runtime } = caller
  const input = openJson(runtime.secrets.keyring, row.payload!, PROPOSAL_PAYLOAD.at(row.id)) as Record<string, unknown>
  delete input.version
  const end = async (to: "superseded" | "failed", set: object, note?: string) => {
    const ended = await moveToolCall(runtime, {
      callId: row.id,
      from: "applying",
      to,
      lease: row.lease!,
      actor: { ...caller, transport: row.transport },
      set: { payload: null, lease: null, lease_until: null, ...set },
      note,
    })
    if (ended) runtime.telemetry.proposal(to)
  }

  const callId = await insertSuccessor(caller, row)
  let fresh: ProposalReceipt
  try {
    const proposed = await propose({ ...asker, http: caller.http }, callId, tool, input, {
      twoPerson: row.two_person,
      taint: row.taint ?? [],
      destination: row.destination,
      unnamed: row.destination !== null,
      withToken: row.nonce_hash !== null,
      undoes: sequelOf(row).undoes,
      unlimited: true,
    })
    fresh = proposed.receipt
  } catch (error) {
    const sentence =
      error instanceof PlatformError ? error.message : "What it was about has changed and could not be read again."
    const problem = runtime.secrets.mask(sentence)
    await moveToolCall(runtime, { callId, from: "running", to: "failed", actor: asker, set: { problem } })
    const told = sentenceForPeople(runtime.secrets.maskFor(input)(sentence), runtime.isName)
    await end("failed", { problem: told }, problem)
    throw error
  }
  await end("superseded", { replaced_by: fresh.proposalId })
  // The token is the asker's: whoever else signs gets the card only.
  const mine = caller.principal.id === row.principal_id && caller.principal.kind === row.principal_kind
  throw new ConflictError(
    `Something “${row.summary}” is about has changed since it was proposed, so it was not applied. Look at what would change now and sign again.`,
    { proposal: mine ? fresh : { ...fresh, token: null, tokenExpiresAt: null } },
  )
}

/** Part of the call it renews: it costs nobody's budget. */
async function insertSuccessor({ runtime }: Caller, row: StoredProposal): Promise<string> {
  const { rows } = await runtime.database.pool.query(
    `INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, conversation_id, principal_kind,
       principal_id, principal_name, person_id, person_name, grant_id, budget_holder, args_mac, args_key, replaces)
     SELECT tool, effect, transport, correlation_id, conversation_id, principal_kind, principal_id, principal_name,
       person_id, person_name, grant_id, $2 || id, args_mac, args_key, id
     FROM platform.tool_call WHERE id = $1 RETURNING id`,
    [row.id, RENEWAL],
  )
  return rows[0].id
}
