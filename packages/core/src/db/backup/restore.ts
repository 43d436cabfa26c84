import type { Readable } from "node:stream"
import { createGunzip, type Gunzip } from "node:zlib"
import pg from "pg"
import { StartError } from "../embedded/start-error.ts"
import { appliedMigrations } from "../migrate.ts"
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
  damaged,
  decodeFrames,
  FRAME,
  type Frame,
  openBackup,
} from "./backup-file.ts"
import { columnList, listTables, quoted, TEXT_SETTINGS } from "./backup-tables.ts"
import { copyIn } from "./copy-stream.ts"
import { suspendConstraints } from "./restore-constraints.ts"

/**
 * Replaces everything in a database that was migrated by the same version, or changes nothing at all: one transaction,
 * committed only once the file's checksum was found right. Throws a StartError whose message is for the operator.
 */
export async function restore(options: {
  connect: pg.ClientConfig
  read: Readable
  /** Also when people already use the target. */
  force?: boolean
  /** Runs inside the transaction, after the rows are in. */
  afterLoad?(client: pg.ClientBase): Promise<void>
}): Promise<BackupHeader> {
  const client = new pg.Client({ ...options.connect, application_name: "countersign restore" })
  client.on("error", () => {})
  try {
    const file = await openBackup(options.read)
    await client.connect()
    await client.query("BEGIN")
    await client.query(TEXT_SETTINGS)
    await refuseOtherMigrations(client, file.header)
    if (!options.force) await refuseUsedDatabase(client)
    const putBack = await suspendConstraints(client)
    await loadChecked(client, file)
    await putBack()
    await options.afterLoad?.(client)
    await client.query("COMMIT")
    return file.header
  } catch (error) {
    throw toStartError(error)
  } finally {
    // Ending the session rolls back whatever was not committed.
    await client.end().catch(() => {})
    options.read.destroy()
  }
}

async function refuseOtherMigrations(client: pg.ClientBase, header: BackupHeader): Promise<void> {
  const target = await appliedMigrations(client)
  const missing = header.migrations.find((name) => !target.includes(name))
  const surplus = target.find((name) => !header.migrations.includes(name))
  if (missing) {
    throw new StartError(
      `The backup was made by Countersign ${header.version} and holds the migration ${missing}, which this version lacks. Restore it with that version or a later one. Nothing was changed.`,
    )
  }
  if (surplus) {
    throw new StartError(
      `The backup was made by Countersign ${header.version}, before the migration ${surplus}. Restore it with that version, then upgrade. Nothing was changed.`,
    )
  }
}

async function refuseUsedDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('platform.person') AS found")
  if (!rows[0]?.found) return
  const people = await client.query("SELECT FROM platform.person LIMIT 1")
  if (people.rowCount === 0) return
  throw new StartError(
    "The database already has people in it. Restore into an empty one (a new DATA_DIR or DATABASE_URL), or add --force to replace everything in it. Nothing was changed.",
  )
}

/** A damaged file can fail in any way half-way; what it is called in the end is decided by its checksum. */
async function loadChecked(client: pg.Client, file: Awaited<ReturnType<typeof openBackup>>): Promise<void> {
  const gunzip = createGunzip()
  // It may fail before the load starts to read from it, which then sees the failure too.
  gunzip.on("error", () => {})
  const reading = feed(file.compressed, gunzip)
  // Awaited below; until then the load may fail first.
  reading.catch(() => {})
  let failure: unknown = null
  try {
    await load(client, decodeFrames(gunzip))
  } catch (error) {
    failure = error
    gunzip.destroy()
  }
  await reading
  if (!file.isWhole()) throw damaged()
  if (failure) throw failure
}

/** Reads to the end of the file even after the other side gave up: only then is the checksum known. */
async function feed(compressed: AsyncIterable<Buffer>, gunzip: Gunzip): Promise<void> {
  let open = true
  let resume = () => {}
  gunzip.on("drain", () => resume())
  gunzip.once("close", () => {
    open = false
    resume()
  })
  for await (const piece of compressed) {
    if (!open || gunzip.write(piece)) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
  if (open) gunzip.end()
}

async function load(client: pg.Client, frames: AsyncGenerator<Frame>): Promise<void> {
  const targets = await listTables(client)
  if (targets.length > 0) await client.query(`TRUNCATE ${targets.map(quoted).join(", ")}`)
  const known = new Set(targets.map(quoted))
  let frame = await frames.next()
  while (!frame.done) {
    const { kind, content } = frame.value
    if (kind === FRAME.sequences) {
      for (const sequence of JSON.parse(content.toString()) as BackupSequence[]) await setSequence(client, sequence)
      frame = await frames.next()
      continue
    }
    if (kind !== FRAME.table) throw damaged()
    const table = JSON.parse(content.toString()) as BackupTable
    if (!known.has(quoted(table))) {
      throw new StartError(
        `The backup holds the table ${quoted(table)}, which this version does not have. Restore it with the version that made it. Nothing was changed.`,
      )
    }
    await makePartitions(client, table)
    frame = await loadTable(client, table, frames)
  }
  // Checks that wait for the commit would keep the foreign keys from being made.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE")
}

/** Those of the target stay beside them, empty: it has made some ahead for the days to come. */
async function makePartitions(client: pg.Client, table: BackupTable): Promise<void> {
  for (const partition of table.partitions ?? [])
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${quoted(partition)} PARTITION OF ${quoted(table)} ${partition.bounds}`,
    )
}

/** @returns the first frame after the table's */
async function loadTable(
  client: pg.Client,
  table: BackupTable,
  frames: AsyncGenerator<Frame>,
): Promise<IteratorResult<Frame>> {
  let frame = await frames.next()
  async function* rows(): AsyncGenerator<Buffer> {
    while (!frame.done && frame.value.kind === FRAME.rows) {
      yield frame.value.content
      frame = await frames.next()
    }
  }
  await copyIn(client, `COPY ${quoted(table)} (${columnList(table)}) FROM STDIN`, rows())
  return frame
}

async function setSequence(client: pg.Client, sequence: BackupSequence): Promise<void> {
  // Unlike setval(), this is undone when the transaction is.
  await client.query(`ALTER SEQUENCE IF EXISTS ${quoted(sequence)} RESTART WITH ${BigInt(sequence.next)}`)
}

function toStartError(failure: unknown): StartError {
  if (failure instanceof StartError) return failure
  const reason = failure instanceof Error ? failure.message : String(failure)
  return new StartError(`The backup could not be loaded: ${reason}. Nothing was changed.`, { cause: failure })
}
