import type { ToolCallRow } from "../audit/tool-call-store.ts"
import type { Database } from "../db/database.ts"
import type { Keyring } from "../secrets/keyring.ts"
import { open, seal } from "../secrets/seal.ts"
import type { SealedPlace } from "../secrets/sealed-place.ts"

/** Ten minutes for a script that holds the token, a day for a person on a screen. */
export const TOKEN_TERM = "10 minutes"
export const SIGNING_TERM = "24 hours"

export interface StoredProposal extends ToolCallRow {
  /** Judged by the database's clock, like every term. */
  token_fresh: boolean
  signable: boolean
  lapsed: boolean
}

/** Whose budget a renewed proposal costs: nobody's. */
export const RENEWAL = "renewal of "

/** How a proposal follows from an earlier one. */
export interface Sequel {
  /** Somebody changed what was asked for before it was signed. */
  edited: boolean
  /** The summary of the change that it takes back. */
  undoes: string | null
}

/** A renewed proposal takes an earlier one's place as well, and nobody edited it. */
export function sequelOf({ replaces, budget_holder, card }: ToolCallRow): Sequel {
  const { undoes = null } = (card ?? {}) as { undoes?: string }
  return { edited: replaces !== null && !budget_holder.startsWith(RENEWAL), undoes }
}

export async function findProposal(database: Database, id: string): Promise<StoredProposal | null> {
  const { rows } = await database.pool.query<StoredProposal>(
    `SELECT *, token_expires_at > now() AS token_fresh, expires_at > now() AS signable,
       status = 'applying' AND lease_until < now() AS lapsed
     FROM platform.tool_call WHERE id = $1 AND expires_at IS NOT NULL`,
    [id],
  )
  return rows[0] ?? null
}

/** Not `secrets.seal`: that one remembers what it seals, and a payload is no credential to look for in every log line. */
export function sealJson(keyring: Keyring, value: unknown, place: SealedPlace): string {
  return seal(keyring, JSON.stringify(value ?? null), place)
}

export function openJson(keyring: Keyring, sealed: string, place: SealedPlace): unknown {
  return JSON.parse(open(keyring, sealed, place))
}

/** Exactly one of any number of callers wins, on any pods: the WHERE decides. */
export async function claimProposal(
  database: Database,
  id: string,
  signer: { kind: string; id: string; name: string },
  leaseSeconds: number,
): Promise<StoredProposal | null> {
  const { rows } = await database.pool.query<StoredProposal>(
    `UPDATE platform.tool_call SET status = 'applying', lease = gen_random_uuid(),
       lease_until = now() + make_interval(secs => $5), signer_kind = $2, signer_id = $3, signer_name = $4, decided_at = now()
     WHERE id = $1 AND status = 'proposed' AND expires_at > now() RETURNING *`,
    [id, signer.kind, signer.id, signer.name, leaseSeconds],
  )
  return rows[0] ?? null
}
