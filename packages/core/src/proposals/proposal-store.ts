import type { ToolCallRow } from "../audit/tool-call-store.ts"
import type { Database } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
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
  const { rows } = await database.pool.query<StoredProposal>({
    name: "find-proposal",
    text: `SELECT *, token_expires_at > now() AS token_fresh, expires_at > now() AS signable,
        status = 'applying' AND lease_until < now() AS lapsed
      FROM platform.tool_call WHERE id = $1 AND expires_at IS NOT NULL`,
    values: [id],
  })
  return rows[0] ?? null
}

/** Not `secrets.seal`: that one remembers what it seals, and a payload is no credential to look for in every log line. */
export function sealJson(keyring: Keyring, value: unknown, place: SealedPlace): string {
  return seal(keyring, JSON.stringify(value ?? null), place)
}

export function openJson(keyring: Keyring, sealed: string, place: SealedPlace): unknown {
  return JSON.parse(open(keyring, sealed, place))
}

/** As far as a claim is concerned, by the clock at the moment it is made: with a token there are ten minutes. */
const CLAIMABLE = `status = 'proposed' AND expires_at > clock_timestamp()
  AND (NOT $2::boolean OR token_expires_at > clock_timestamp())`

/**
 * For an effect in our own database, which commits together with the proposal's end: nobody else gets this row until
 * then, on any pod, and if the transaction comes to nothing the proposal waits as before. False when it is not to be had.
 */
export async function lockProposal(transaction: LazyTransaction, id: string, byToken: boolean): Promise<boolean> {
  const rows = await transaction.query(
    {
      name: "lock-proposal",
      text: `SELECT id FROM platform.tool_call WHERE id = $1 AND ${CLAIMABLE} FOR NO KEY UPDATE SKIP LOCKED`,
    },
    [id, byToken],
  )
  return rows.length === 1
}

export interface Claim {
  id: string
  byToken: boolean
  lease: string
  leaseSeconds: number
  /** Null: it is applied by itself. */
  signer: { kind: string; id: string; name: string } | null
}

/** For everything else: a lease tells the others how long to wait. Exactly one of any number of callers wins. */
export async function claimProposal(
  transaction: LazyTransaction,
  { id, byToken, lease, leaseSeconds, signer }: Claim,
): Promise<StoredProposal | null> {
  const [row] = await transaction.query<StoredProposal>(
    `UPDATE platform.tool_call SET status = 'applying', lease = $3,
       lease_until = now() + make_interval(secs => $4), signer_kind = $5, signer_id = $6, signer_name = $7,
       unsigned = $5::text IS NULL, decided_at = now()
     WHERE id = $1 AND ${CLAIMABLE} RETURNING *`,
    [id, byToken, lease, leaseSeconds, signer?.kind ?? null, signer?.id ?? null, signer?.name ?? null],
  )
  return row ?? null
}

/** Nothing was done under this lease: the proposal waits as before, with the same card and the same term. */
export async function releaseProposal(database: Database, id: string, lease: string): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE platform.tool_call SET status = 'proposed', lease = NULL, lease_until = NULL, signer_kind = NULL,
       signer_id = NULL, signer_name = NULL, unsigned = false, decided_at = NULL
     WHERE id = $1 AND status = 'applying' AND lease = $2`,
    [id, lease],
  )
  return rowCount === 1
}

/** Waits for whoever is in the middle of applying it, also where their connection is lost already. */
export async function awaitProposal(database: Database, id: string): Promise<StoredProposal | null> {
  await database.pool.query("SELECT FROM platform.tool_call WHERE id = $1 FOR SHARE", [id])
  return findProposal(database, id)
}
