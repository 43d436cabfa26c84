import { databaseFromTemplate } from "@countersign/testing"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest"
import { type Database, openDatabase } from "../db/database.ts"
import { createSecrets } from "../secrets/secrets.ts"
import { bumpAuditEpoch, ensureAuditEpoch } from "./audit-epoch.ts"
import { sealAudit } from "./seal-audit.ts"
import { verifyAudit } from "./verify-audit.ts"

const secrets = createSecrets({ secret: "the server's secret, thirty-two characters or more" })
let database: Database
let drop: () => Promise<void>

beforeEach(async () => {
  const made = await databaseFromTemplate(inject("postgres"), [])
  database = openDatabase(made.config, { poolSize: 4, onError: () => {} })
  drop = made.drop
})
afterEach(async () => {
  await database.close()
  await drop()
})

describe("an untouched log", () => {
  it("is whole, and what came after the last checkpoint is reported as not sealed yet", async () => {
    await write(5)
    await sealAudit(database, secrets)
    await write(2)

    const report = await verifyAudit(database, secrets)

    expect(report).toMatchObject({ ok: true, problem: null, checkpoints: 1, rows: 5, unsealed: { rows: 2 } })
    expect(Date.now() - Date.parse(report.unsealed.since!)).toBeLessThan(60_000)
    expect(report.lines).toEqual([
      expect.stringMatching(/^The audit log is whole: 5 sealed rows in 1 checkpoints are as they were sealed/),
      expect.stringMatching(/^2 rows since .+ are not sealed yet/),
    ])
  })

  it("is sealed once by pods that try at the same time, and not at all when there is nothing new", async () => {
    await write(5)

    const sealed = await Promise.all([1, 2, 3].map(() => sealAudit(database, secrets)))
    const again = await sealAudit(database, secrets)

    expect(sealed.reduce((sum, count) => sum + count)).toBe(5)
    expect(again).toBe(0)
    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true, checkpoints: 1, rows: 5 })
  })

  it("is whole when a transaction that began before the checkpoint commits after it", async () => {
    const slow = new pg.Client(database.config)
    await slow.connect()
    await slow.query("BEGIN")
    await slow.query(INSERT, ["slow"])
    await writeBeside(3)

    expect(await sealAudit(database, secrets)).toBe(0)
    await slow.query("COMMIT")
    await slow.end()
    await othersEnded()

    expect(await sealAudit(database, secrets)).toBe(4)
    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true, rows: 4, unsealed: { rows: 0 } })
  })

  it("is whole when a slow transaction holds back only those that began after it", async () => {
    await write(2)
    const slow = new pg.Client(database.config)
    await slow.connect()
    await slow.query("BEGIN")
    await slow.query(INSERT, ["slow"])
    await writeBeside(3)

    expect(await sealAudit(database, secrets)).toBe(2)
    await slow.query("COMMIT")
    await slow.end()
    await othersEnded()
    await sealAudit(database, secrets)

    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true, checkpoints: 2, rows: 6 })
  })

  it("is whole beyond what one checkpoint holds", async () => {
    await database.pool.query(`${INSERT} FROM generate_series(1, 10500)`, ["many"])
    await othersEnded()

    expect(await sealAudit(database, secrets)).toBe(10_500)

    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true, checkpoints: 2, rows: 10_500 })
  })
})

describe("a log that was tampered with", () => {
  beforeEach(async () => {
    await write(4)
    await sealAudit(database, secrets)
    await write(4)
    await sealAudit(database, secrets)
  })

  it("refuses changes and removals to ordinary sessions", async () => {
    for (const statement of [
      "UPDATE platform.audit SET note = 'x'",
      "DELETE FROM platform.audit",
      "TRUNCATE platform.audit",
      "DELETE FROM platform.audit_checkpoint",
    ])
      await expect(database.pool.query(statement)).rejects.toThrow("The audit log is append-only")
  })

  it("names the first row that was altered", async () => {
    await tamper("UPDATE platform.audit SET principal_name = 'Somebody else' WHERE id IN (3, 6)")

    const { ok, problem, rows, lines } = await verifyAudit(database, secrets)

    expect({ ok, rows }).toEqual({ ok: false, rows: 0 })
    expect(problem).toMatchObject({ kind: "altered", rowId: "3", checkpoint: "1" })
    expect(lines[0]).toMatch(/^Row 3 was altered after it was sealed \(checkpoint 1 of /)
  })

  it.each([
    ["an instant", "at = at - interval '1 microsecond'"],
    ["a number in what was recorded", `after = '{"n": 2}'`],
    ["a missing note", "note = NULL"],
    ["the thing", "thing_id = 'other'"],
  ])("notices that %s was altered", async (_name, change) => {
    await tamper(`UPDATE platform.audit SET ${change} WHERE id = 6`)

    expect((await verifyAudit(database, secrets)).problem).toMatchObject({
      kind: "altered",
      rowId: "6",
      checkpoint: "2",
    })
  })

  it("names the first row that was removed", async () => {
    await tamper("DELETE FROM platform.audit WHERE id IN (6, 7)")

    const report = await verifyAudit(database, secrets)

    expect(report.problem).toMatchObject({ kind: "removed", rowId: "6", checkpoint: "2" })
  })

  it("names the last row of a checkpoint when that was removed", async () => {
    await tamper("DELETE FROM platform.audit WHERE id = 8")

    expect((await verifyAudit(database, secrets)).problem).toMatchObject({ kind: "removed", rowId: "8" })
  })

  it("names the first row that was moved, within a checkpoint and from one to another", async () => {
    const swap =
      "UPDATE platform.audit a SET xid = b.xid FROM platform.audit b WHERE (a.id, b.id) IN ((2::bigint, 3::bigint), (3, 2))"
    await tamper(swap)
    expect((await verifyAudit(database, secrets)).problem).toMatchObject({ kind: "reordered", rowId: "2" })

    await tamper(swap)
    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true })
    await tamper("UPDATE platform.audit SET xid = (SELECT max(xid) FROM platform.audit) WHERE id = 2")
    expect((await verifyAudit(database, secrets)).problem).toMatchObject({ kind: "reordered", rowId: "2" })
  })

  it("names a row that was put among sealed ones", async () => {
    await tamper(`INSERT INTO platform.audit (xid, principal_kind, principal_id, principal_name, transport, correlation_id,
        action, effect, outcome)
      SELECT xid, 'user', 'x', 'Ben', 'http', 'c', 'test.forged', 'mutate', 'executed' FROM platform.audit WHERE id = 2`)

    expect((await verifyAudit(database, secrets)).problem).toMatchObject({ kind: "added", rowId: "9", checkpoint: "1" })
  })

  it("notices a checkpoint that was removed, altered or made without the key", async () => {
    const problem = async () => (await verifyAudit(database, secrets)).problem
    const saved = await database.pool.query("SELECT * FROM platform.audit_checkpoint WHERE number = 1")

    await tamper("DELETE FROM platform.audit_checkpoint WHERE number = 1")
    expect(await problem()).toMatchObject({
      kind: "checkpoint",
      message: "Checkpoint 1 was removed; the next one is 2.",
    })

    await tamper("DELETE FROM platform.audit_checkpoint", "DELETE FROM platform.audit WHERE id = 2")
    await sealAudit(database, createSecrets({ secret: "a forger's secret, thirty-two characters or more" }))
    expect((await problem())?.message).toMatch(/was signed under the key .+ which is unknown here/)
    await tamper(`UPDATE platform.audit_checkpoint SET key_id = '${saved.rows[0].key_id}'`)
    expect((await problem())?.message).toMatch(/Checkpoint 1 was altered/)
  })

  it("hides a removed row in vain by adjusting its checkpoint", async () => {
    await tamper(
      "DELETE FROM platform.audit WHERE id = 2",
      `UPDATE platform.audit_checkpoint SET row_count = 3, row_ids = '{1,3,4}',
         digests = substring(digests FROM 1 FOR 16) || substring(digests FROM 33) WHERE number = 1`,
    )

    expect((await verifyAudit(database, secrets)).problem).toMatchObject({ kind: "checkpoint", checkpoint: "1" })
  })
})

describe("a new key", () => {
  const secret = "the new secret, which is thirty-two characters or more"

  it("vouches for what the former one sealed, which is then no longer needed", async () => {
    await write(3)
    await sealAudit(database, secrets)
    const renewed = createSecrets({ secret })
    expect((await verifyAudit(database, renewed)).problem?.message).toContain("COUNTERSIGN_PREVIOUS_SECRETS")

    await sealAudit(database, renewed, { evenIfEmpty: true })

    expect(await verifyAudit(database, renewed)).toMatchObject({ ok: true, checkpoints: 2, rows: 3 })
    await tamper("UPDATE platform.audit SET note = 'changed' WHERE id = 1")
    expect((await verifyAudit(database, renewed)).problem).toMatchObject({ kind: "altered", rowId: "1" })
  })
})

describe("a database that was moved to another cluster", () => {
  it("continues the log in a new epoch, although transactions are counted anew", async () => {
    await write(2)
    await sealAudit(database, secrets)
    await write(1)
    // As a restore leaves it: rows whose transaction ids lie ahead of this cluster's.
    await tamper(
      "UPDATE platform.audit SET xid = (xid::text::bigint + 1000000)::text::xid8",
      "DELETE FROM platform.audit_checkpoint",
    )

    expect(await ensureAuditEpoch(database.pool)).toBe(true)
    expect(await ensureAuditEpoch(database.pool)).toBe(false)
    await write(2)
    await sealAudit(database, secrets)

    const { rows } = await database.pool.query("SELECT epoch, count(*)::int FROM platform.audit GROUP BY 1 ORDER BY 1")
    expect(rows).toEqual([
      { epoch: 1, count: 3 },
      { epoch: 2, count: 2 },
    ])
    expect(await verifyAudit(database, secrets)).toMatchObject({ ok: true, rows: 5, unsealed: { rows: 0 } })
  })

  it("starts an epoch after every one that occurs", async () => {
    await tamper(
      "INSERT INTO platform.audit (epoch, principal_kind, principal_id, principal_name, transport, correlation_id, action, effect, outcome) VALUES (7, 'user', 'x', 'Ana', 'cli', 'c', 'a.b', 'mutate', 'executed')",
    )

    expect(await bumpAuditEpoch(database.pool)).toBe(8)
  })
})

const INSERT = `INSERT INTO platform.audit (principal_kind, principal_id, principal_name, transport, correlation_id, action,
    effect, outcome, thing_type, thing_id, before, after, note)
  SELECT 'user', '1', 'Ana', 'http', 'c-1', 'test.' || $1, 'mutate', 'executed', 'test.thing', '7', NULL, '{"n": 1.50}', 'ü'`

/** Each row in a transaction of its own, as verbs write them. */
async function write(count: number): Promise<void> {
  await writeBeside(count)
  await othersEnded()
}

/** While another transaction of the test is open on purpose. */
async function writeBeside(count: number): Promise<void> {
  for (let number = 0; number < count; number++) await database.pool.query(INSERT, ["changed"])
}

/** Transactions of the whole cluster hold back what is sealed, those of other files' databases too. */
async function othersEnded(): Promise<void> {
  const { rows } = await database.pool.query("SELECT pg_current_xact_id()::text AS id")
  const ended = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended"
  await expect
    .poll(async () => (await database.pool.query(ended, [rows[0].id])).rows[0].ended, { timeout: 25_000 })
    .toBe(true)
}

/** What somebody can do who owns the database: the trigger stops nobody who can switch it off. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query("SET session_replication_role = replica")
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release(true)
  }
}
