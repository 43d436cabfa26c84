import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import pg from "pg"
import { appliedMigrations } from "../migrate.ts"
import { type BackupHeader, encodeFrame, FRAME, sealBackup } from "./backup-file.ts"
import { columnList, listSequences, listTables, quoted, TEXT_SETTINGS } from "./backup-tables.ts"
import { copyOut } from "./copy-stream.ts"

/** Writes every row as of one instant, while others go on working. Ends `write`. */
export async function backup(options: {
  connect: pg.ClientConfig
  write: Writable
  version?: string
}): Promise<BackupHeader> {
  const client = new pg.Client({ ...options.connect, application_name: "countersign backup" })
  client.on("error", () => {})
  await client.connect()
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    await client.query(TEXT_SETTINGS)
    const { rows } = await client.query<{ now: Date }>("SELECT now()")
    const header: BackupHeader = {
      format: "countersign-backup",
      formatVersion: 1,
      version: options.version ?? "unknown",
      migrations: await appliedMigrations(client),
      createdAt: rows[0]!.now.toISOString(),
    }
    const gzip = createGzip()
    // Its failure reaches the second pipeline through the stream it destroys.
    const compressing = pipeline(Readable.from(frames(client)), gzip)
    compressing.catch(() => {})
    await pipeline(sealBackup(header, gzip), options.write)
    await compressing
    await client.query("COMMIT")
    return header
  } finally {
    await client.end().catch(() => {})
  }
}

async function* frames(client: pg.Client): AsyncGenerator<Buffer> {
  const tables = await listTables(client)
  // TRUNCATE ignores snapshots: one that ran between ours and the COPY would empty the table for us too.
  if (tables.length > 0) await client.query(`LOCK TABLE ${tables.map(quoted).join(", ")} IN ACCESS SHARE MODE`)
  for (const table of tables) {
    yield encodeFrame(FRAME.table, Buffer.from(JSON.stringify(table)))
    // A partitioned table has no rows of its own to copy; a query over it has its partitions'.
    const source = table.partitions
      ? `(SELECT ${columnList(table)} FROM ${quoted(table)})`
      : `${quoted(table)} (${columnList(table)})`
    const statement = `COPY ${source} TO STDOUT`
    for await (const rows of copyOut(client, statement)) yield encodeFrame(FRAME.rows, rows)
  }
  yield encodeFrame(FRAME.sequences, Buffer.from(JSON.stringify(await listSequences(client))))
}
