import { timingSafeEqual } from "node:crypto"
import type pg from "pg"
import type { Database } from "../db/database.ts"
import type { Keyring } from "../secrets/keyring.ts"
import {
  BEGINNING,
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  chainOf,
  DIGEST_BYTES,
  instantOf,
  MOST_ROWS,
  macOf,
  NOTHING,
  type Position,
  ROW_DIGEST,
  toCheckpoint,
} from "./checkpoint.ts"
import { readSealStatus, type SealStatus } from "./seal-status.ts"

export interface AuditVerification {
  ok: boolean
  /** The first thing that does not fit, in the order of sealing. */
  problem: AuditProblem | null
  /** Up to the problem, if there is one. */
  checkpoints: number
  rows: number
  sealedAt: string | null
  unsealed: SealStatus["unsealed"]
  /** The same in sentences, for a terminal. */
  lines: string[]
}

type Report = Omit<AuditVerification, "lines">

export interface AuditProblem {
  kind: "altered" | "removed" | "reordered" | "added" | "checkpoint"
  rowId: string | null
  checkpoint: string
  /** For the one who asked, with what to do. */
  message: string
}

/**
 * Reads the whole log in the order of sealing and compares it with its checkpoints. What it cannot see: rows and
 * checkpoints removed together from the end. Keep the last checkpoint's number from an earlier run to notice that.
 */
export async function verifyAudit(
  database: Database,
  { keyring }: { readonly keyring: Keyring },
): Promise<AuditVerification> {
  const client = await database.connectPatiently()
  try {
    // One snapshot: rows written and checkpoints made meanwhile play no part.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    const report = await verifyInSnapshot(client, keyring)
    return { ...report, lines: describeReport(report) }
  } finally {
    await client.query("ROLLBACK").catch(() => {})
    client.release()
  }
}

async function verifyInSnapshot(client: pg.ClientBase, keyring: Keyring): Promise<Report> {
  const vouchedFor = await lastVouchedFor(client, keyring)
  const { unsealed } = await readSealStatus(async (text, values) => (await client.query(text, values)).rows)
  const done = { checkpoints: 0, rows: 0, sealedAt: null as string | null }
  for (let previous: Checkpoint | null = null; ; ) {
    const batch: Checkpoint[] = await checkpointsAfter(client, previous)
    if (batch.length === 0) return { ok: true, problem: null, ...done, unsealed }
    const sound: Checkpoint[] = []
    let problem: AuditProblem | null = null
    for (const checkpoint of batch) {
      problem = checkCheckpoint(checkpoint, sound.at(-1) ?? previous, keyring, vouchedFor)
      if (problem) break
      sound.push(checkpoint)
    }
    // What is wrong with a row comes before what is wrong with a later checkpoint.
    problem = (await checkRows(client, sound, previous?.last ?? BEGINNING)) ?? problem
    if (problem) return { ok: false, problem, ...done, unsealed }
    done.checkpoints += sound.length
    done.rows += sound.reduce((sum, { rowCount }) => sum + rowCount, 0)
    previous = sound.at(-1)!
    done.sealedAt = instantOf(previous.sealedAtMicros)
  }
}

function describeReport({ ok, problem, checkpoints, rows, sealedAt, unsealed }: Report): string[] {
  const sealed = `${rows} sealed rows in ${checkpoints} checkpoints`
  const verdict = ok
    ? `The audit log is whole: ${sealed} are as they were sealed, the last at ${sealedAt ?? "no time yet"}.`
    : null
  const before = problem ? `Before it, ${sealed} are as they were sealed.` : null
  const tail = unsealed.rows
    ? `${unsealed.rows} rows since ${unsealed.since} are not sealed yet, so nothing can be said about them.`
    : "No row waits to be sealed."
  return [verdict, problem?.message, before, tail].filter((line) => typeof line === "string")
}

function checkCheckpoint(
  checkpoint: Checkpoint,
  previous: Checkpoint | null,
  keyring: Keyring,
  vouchedFor: bigint,
): AuditProblem | null {
  const { number } = checkpoint
  const problem = (message: string): AuditProblem => ({ kind: "checkpoint", rowId: null, checkpoint: number, message })
  const expected = BigInt(previous?.number ?? 0) + 1n
  if (BigInt(number) !== expected) return problem(`Checkpoint ${expected} was removed; the next one is ${number}.`)
  const chain = chainOf(previous?.chain ?? NOTHING, checkpoint)
  if (!equal(chain, checkpoint.chain) || !equal(checkpoint.previousMac, previous?.mac ?? NOTHING))
    return problem(`Checkpoint ${number} was altered, or the one before it was.`)
  const key = keyring.find(checkpoint.keyId)
  if (key && !equal(macOf(key, chain), checkpoint.mac))
    return problem(`Checkpoint ${number} was not made by this server: its signature does not fit.`)
  if (!key && BigInt(number) > vouchedFor)
    return problem(
      `Checkpoint ${number} was signed under the key ${checkpoint.keyId}, which is unknown here. Add the COUNTERSIGN_SECRET that was in use then to COUNTERSIGN_PREVIOUS_SECRETS.`,
    )
  return null
}

async function checkRows(
  client: pg.ClientBase,
  checkpoints: readonly Checkpoint[],
  after: Position,
): Promise<AuditProblem | null> {
  const last = checkpoints.at(-1)
  if (!last) return null
  const count = checkpoints.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const rows = await rowsBetween(client, after, last.last, count + 1)
  let index = 0
  for (const checkpoint of checkpoints) {
    for (const [at, expected] of checkpoint.rowIds.entries()) {
      const found = rows[index++]
      if (found?.id !== expected) return await explainMismatch(client, checkpoint, expected, found?.id)
      const digest = checkpoint.digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)
      if (!equal(found.digest, digest)) return rowProblem("altered", expected, checkpoint)
    }
  }
  const extra = rows[index]
  return extra ? rowProblem("added", extra.id, last) : null
}

/** The row that should stand here is not here: is it gone, has it moved, or has another pushed in before it? */
async function explainMismatch(
  client: pg.ClientBase,
  checkpoint: Checkpoint,
  expected: string,
  found: string | undefined,
): Promise<AuditProblem> {
  if (found !== undefined && !checkpoint.rowIds.includes(found)) {
    const { rowCount } = await client.query(
      "SELECT 1 FROM platform.audit_checkpoint WHERE $1::bigint = ANY (row_ids) LIMIT 1",
      [found],
    )
    return rowProblem(rowCount ? "reordered" : "added", found, checkpoint)
  }
  const { rowCount } = await client.query("SELECT 1 FROM platform.audit WHERE id = $1::bigint", [expected])
  return rowProblem(rowCount ? "reordered" : "removed", expected, checkpoint)
}

function rowProblem(
  kind: "altered" | "removed" | "reordered" | "added",
  rowId: string,
  checkpoint: Checkpoint,
): AuditProblem {
  const sealed = `checkpoint ${checkpoint.number} of ${instantOf(checkpoint.sealedAtMicros)}`
  const messages = {
    altered: `Row ${rowId} was altered after it was sealed (${sealed}).`,
    removed: `Row ${rowId} was removed after it was sealed (${sealed}).`,
    reordered: `Row ${rowId} was moved: it no longer stands where it was sealed (${sealed}).`,
    added: `Row ${rowId} was put among rows that were sealed without it (${sealed}).`,
  }
  const advice = "Compare it with a backup made around then, and find out who can write to the database directly."
  return { kind, rowId, checkpoint: checkpoint.number, message: `${messages[kind]} ${advice}` }
}

async function rowsBetween(client: pg.ClientBase, after: Position, last: Position, limit: number) {
  const { rows } = await client.query<{ id: string; digest: Buffer }>(
    `SELECT a.id, ${ROW_DIGEST} AS digest FROM platform.audit a
     WHERE (a.epoch, a.xid, a.id) > ($1::integer, $2::xid8, $3::bigint)
       AND (a.epoch, a.xid, a.id) <= ($4::integer, $5::xid8, $6::bigint)
     ORDER BY a.epoch, a.xid, a.id LIMIT $7`,
    [after.epoch, after.xid, after.id, last.epoch, last.xid, last.id, limit],
  )
  return rows
}

/** Since the chain needs no key, one valid signature vouches for all checkpoints before it. */
async function lastVouchedFor(client: pg.ClientBase, keyring: Keyring): Promise<bigint> {
  const { rows } = await client.query<{ number: string; key_id: string; chain: Buffer; mac: Buffer }>(
    `SELECT number, key_id, chain, mac FROM platform.audit_checkpoint WHERE key_id = ANY ($1)
     ORDER BY number DESC LIMIT 1`,
    [keyring.ids],
  )
  const [last] = rows
  const key = last && keyring.find(last.key_id)
  return key && equal(macOf(key, last.chain), last.mac) ? BigInt(last.number) : 0n
}

/** The next few, with no more rows in all than one checkpoint can have: an idle hour has sixty small ones. */
async function checkpointsAfter(client: pg.ClientBase, previous: Checkpoint | null): Promise<Checkpoint[]> {
  const { rows } = await client.query<CheckpointRow>(
    `SELECT ${CHECKPOINT_COLUMNS} FROM platform.audit_checkpoint WHERE audit_checkpoint.number > $1::bigint
     ORDER BY audit_checkpoint.number LIMIT 100`,
    [previous?.number ?? 0],
  )
  const batch: Checkpoint[] = []
  let count = 0
  for (const checkpoint of rows.map(toCheckpoint)) {
    count += checkpoint.rowCount
    if (batch.length > 0 && count > MOST_ROWS) break
    batch.push(checkpoint)
  }
  return batch
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
