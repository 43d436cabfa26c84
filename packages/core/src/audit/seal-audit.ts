import type pg from "pg"
import type { Database } from "../db/database.ts"
import { lockKey } from "../db/named-lock.ts"
import type { Keyring } from "../secrets/keyring.ts"
import { currentEpoch } from "./audit-epoch.ts"
import {
  BEGINNING,
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  chainOf,
  MOST_ROWS,
  macOf,
  NOTHING,
  type Position,
  ROW_DIGEST,
  toCheckpoint,
} from "./checkpoint.ts"

/** One pod seals at a time. */
const LOCK = "platform:seal-audit"

/**
 * Seals what was written since the last checkpoint, and returns how many rows that were. Only rows of transactions that
 * have surely ended are sealed: one that began earlier and commits later must not land before rows already sealed.
 * `evenIfEmpty` makes a checkpoint in any case, so that a new key vouches for what older keys sealed.
 */
export async function sealAudit(
  database: Database,
  { keyring }: { readonly keyring: Keyring },
  options: { evenIfEmpty?: boolean } = {},
): Promise<number> {
  let sealed = 0
  for (let evenIfEmpty = options.evenIfEmpty ?? false; ; evenIfEmpty = false) {
    const rows = await inTransaction(database, (client) => sealOnce(client, keyring, evenIfEmpty))
    sealed += rows
    if (rows < MOST_ROWS) return sealed
  }
}

async function sealOnce(client: pg.ClientBase, keyring: Keyring, evenIfEmpty: boolean): Promise<number> {
  const lock = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_xact_lock(${lockKey("$1")}) AS mine`, [
    LOCK,
  ])
  if (!lock.rows[0]!.mine) return 0
  const previous = await lastCheckpoint(client)
  const rows = await unsealedRows(client, previous?.last ?? BEGINNING)
  if (rows.length === 0 && !evenIfEmpty) return 0
  const { rows: clock } = await client.query<{ micros: string }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros",
  )
  const last = rows.at(-1)
  const draft: Omit<Checkpoint, "chain" | "mac"> = {
    number: String(BigInt(previous?.number ?? 0) + 1n),
    sealedAtMicros: clock[0]!.micros,
    last: last ? { epoch: last.epoch, xid: last.xid, id: last.id } : (previous?.last ?? BEGINNING),
    rowCount: rows.length,
    rowIds: rows.map((row) => row.id),
    digests: Buffer.concat(rows.map((row) => row.digest)),
    previousMac: previous?.mac ?? NOTHING,
    keyId: keyring.current.id,
  }
  const chain = chainOf(previous?.chain ?? NOTHING, draft)
  await insertCheckpoint(client, { ...draft, chain, mac: macOf(keyring.current, chain) })
  return rows.length
}

interface UnsealedRow extends Position {
  digest: Buffer
}

/** One statement, so that the horizon and the rows below it belong to the same snapshot. */
async function unsealedRows(client: pg.ClientBase, after: Position): Promise<UnsealedRow[]> {
  const { rows } = await client.query<UnsealedRow>(
    `SELECT a.epoch, a.xid::text, a.id, ${ROW_DIGEST} AS digest FROM platform.audit a
     WHERE (a.epoch, a.xid, a.id) > ($1::integer, $2::xid8, $3::bigint)
       AND (a.epoch < $4::integer OR a.xid < pg_snapshot_xmin(pg_current_snapshot()))
     ORDER BY a.epoch, a.xid, a.id LIMIT ${MOST_ROWS}`,
    [after.epoch, after.xid, after.id, await currentEpoch(client)],
  )
  return rows
}

async function lastCheckpoint(client: pg.ClientBase): Promise<Checkpoint | null> {
  const { rows } = await client.query(
    `SELECT ${CHECKPOINT_COLUMNS} FROM platform.audit_checkpoint ORDER BY audit_checkpoint.number DESC LIMIT 1`,
  )
  return rows[0] ? toCheckpoint(rows[0]) : null
}

async function insertCheckpoint(client: pg.ClientBase, checkpoint: Checkpoint): Promise<void> {
  const { number, sealedAtMicros, last, rowCount, rowIds, digests, chain, previousMac, keyId, mac } = checkpoint
  await client.query(
    `INSERT INTO platform.audit_checkpoint (number, sealed_at, last_epoch, last_xid, last_id, row_count, row_ids, digests,
       chain, previous_mac, key_id, mac)
     VALUES ($1, timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3, $4::xid8, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [number, sealedAtMicros, last.epoch, last.xid, last.id, rowCount, rowIds, digests, chain, previousMac, keyId, mac],
  )
}

async function inTransaction<T>(database: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    client.release()
    return result
  } catch (error) {
    // Dropped rather than rolled back: the database undoes what a lost connection began.
    client.release(true)
    throw error
  }
}
