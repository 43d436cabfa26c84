import { createHash } from "node:crypto"
import type { Key } from "../secrets/keyring.ts"

/** Where a row stands in the order of sealing. A transaction id says when its transaction began, not when it ended. */
export interface Position extends Record<string, unknown> {
  epoch: number
  xid: string
  id: string
}

export interface Checkpoint {
  number: string
  /** Microseconds since 1970, as text: exactly what the database holds. */
  sealedAtMicros: string
  last: Position
  rowCount: number
  rowIds: string[]
  digests: Buffer
  chain: Buffer
  previousMac: Buffer
  keyId: string
  mac: Buffer
}

export const DIGEST_BYTES = 16
/** Of one checkpoint: bounds what sealing and verification hold in memory. */
export const MOST_ROWS = 10_000
export const NOTHING = Buffer.alloc(32)
export const BEGINNING: Position = { epoch: 0, xid: "0", id: "0" }

/**
 * What a row says, as one text: a JSON array that Postgres itself writes, so that it comes out the same on every
 * server and in every session. Sealing and verification use this one expression.
 */
const CANONICAL_ROW = `jsonb_build_array(a.epoch, a.xid::text, a.id, (extract(epoch FROM a.at) * 1000000)::bigint,
  a.principal_kind, a.principal_id, a.principal_name, a.transport, a.correlation_id, a.action, a.effect, a.outcome,
  a.thing_type, a.thing_id, a.thing_name, a.before, a.after, a.note)`
export const ROW_DIGEST = `substring(sha256(convert_to(${CANONICAL_ROW}::text, 'UTF8')) FOR ${DIGEST_BYTES})`

/**
 * Binds a checkpoint to its rows and to everything before it. Keyless, so one valid MAC vouches for every checkpoint up
 * to its own, those made under keys that are gone included.
 */
export function chainOf(previousChain: Buffer, checkpoint: Omit<Checkpoint, "chain" | "mac">): Buffer {
  const { number, sealedAtMicros, last, rowCount, rowIds, digests, previousMac, keyId } = checkpoint
  return createHash("sha256")
    .update(previousChain)
    .update(previousMac)
    .update(JSON.stringify([number, sealedAtMicros, last.epoch, last.xid, last.id, rowCount, rowIds, keyId]))
    .update(digests)
    .digest()
}

export function macOf(key: Key, chain: Buffer): Buffer {
  return key.mac(chain)
}

export interface CheckpointRow {
  number: string
  sealed_at_micros: string
  last_epoch: number
  last_xid: string
  last_id: string
  row_count: number
  row_ids: string[]
  digests: Buffer
  chain: Buffer
  previous_mac: Buffer
  key_id: string
  mac: Buffer
}

export const CHECKPOINT_COLUMNS = `number, (extract(epoch FROM sealed_at) * 1000000)::bigint AS sealed_at_micros,
  last_epoch, last_xid::text, last_id, row_count, row_ids, digests, chain, previous_mac, key_id, mac`

export function toCheckpoint(row: CheckpointRow): Checkpoint {
  return {
    number: row.number,
    sealedAtMicros: row.sealed_at_micros,
    last: { epoch: row.last_epoch, xid: row.last_xid, id: row.last_id },
    rowCount: row.row_count,
    rowIds: row.row_ids.map(String),
    digests: row.digests,
    chain: row.chain,
    previousMac: row.previous_mac,
    keyId: row.key_id,
    mac: row.mac,
  }
}

export function instantOf(micros: string): string {
  return new Date(Number(micros) / 1000).toISOString()
}
