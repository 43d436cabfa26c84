import type { Caller } from "../access/ctx.ts"
import { PlatformError } from "../errors.ts"
import { sentenceForPeople } from "../http/words-for-people.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { lookAhead } from "./look-ahead.ts"
import { isAsker } from "./may-sign.ts"
import { openJson, type StoredProposal } from "./proposal-store.ts"

/**
 * Why a proposal that waits can no longer be signed as it stands: what its card relies on has moved, or is gone. Null when
 * it still stands. Looks at what the one who asked would see, and changes nothing; signing looks again.
 */
export async function whyStale(caller: Caller, row: StoredProposal): Promise<string | null> {
  const { runtime, principal, transport, correlationId, http } = caller
  const tool = runtime.tools.find(row.tool)
  if (row.status !== "proposed" || !row.payload || !tool) return null
  const { principal_kind: kind, principal_id: id, grant_id: grantId } = row
  const asker = isAsker(principal, row) ? principal : await runtime.identity.load({ kind, id, grantId })
  if (!asker) return `${row.principal_name}, who asked for it, is no longer active here.`
  const payload = openJson(runtime.secrets.keyring, row.payload, PROPOSAL_PAYLOAD.at(row.id))
  const { version: _, ...input } = payload as Record<string, unknown>
  try {
    const now = await lookAhead({ runtime, principal: asker, transport, correlationId, http }, tool, input)
    return now.fingerprint === row.fingerprint ? null : MOVED
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return sentenceForPeople(runtime.secrets.mask(error.message), runtime.isName)
  }
}

const MOVED = "What it is about has changed since it was asked for, so it can no longer be signed as it stands."
