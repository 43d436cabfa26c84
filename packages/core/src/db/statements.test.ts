import { describe, expect, it } from "vitest"
import { hiddenIn, Statements } from "./statements.ts"

describe("what a statement hides", () => {
  it.each([
    "SELECT id FROM catalog.system WHERE id = $1 FOR UPDATE",
    "SELECT id FROM catalog.system FOR NO KEY UPDATE SKIP LOCKED",
    "WITH due AS (SELECT id FROM a.b FOR UPDATE OF b SKIP LOCKED) SELECT count(*) FROM due",
    "INSERT INTO platform.sample (plugin) VALUES ($1) ON CONFLICT (plugin) DO UPDATE SET plugin = EXCLUDED.plugin",
    'update "incident"."incident" set "status" = $1 where "incident"."incident"."id" = $2',
    "DELETE FROM catalog.status_report WHERE system_id = $1",
    "SELECT 'delete from catalog.system; update it' -- INSERT INTO catalog.system",
    "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))",
    "SAVEPOINT nested_1",
    "SET LOCAL transaction_read_only = on",
  ])("is nothing in: %s", (text) => {
    expect(hiddenIn(text)).toEqual({ changes: false, functions: [] })
  })

  it.each([
    "WITH changed AS (UPDATE catalog.system SET status = $1 RETURNING id) SELECT id FROM changed",
    "WITH changed AS (UPDATE catalog.system SET status = $1 RETURNING id) INSERT INTO catalog.status_change SELECT id FROM changed",
    "WITH gone AS (\n  DELETE FROM a.b RETURNING id) SELECT count(*) FROM gone",
    "SELECT 1; UPDATE a.b SET c = 1",
    "DO $$ BEGIN END $$",
    "COPY a.b FROM STDIN",
  ])("is a change in: %s", (text) => {
    expect(hiddenIn(text).changes).toBe(true)
  })

  it("are functions by name, whatever calls them", () => {
    expect(hiddenIn("SELECT platform.begin_turn($1, $2)").functions).toEqual(["platform.begin_turn"])
    expect(hiddenIn('UPDATE a.b SET c = "platform"."skeleton"(c)').functions).toEqual(["platform.skeleton"])
  })
})

describe("what statements changed", () => {
  it("counts rows by what Postgres said, and not those of a savepoint that was undone", () => {
    const all = new Statements()
    all.note("SELECT 1", { command: "SELECT", rowCount: 7 })
    const [kept, undone] = [all.nest(), all.nest()]
    kept.note("UPDATE a.b SET c = 1", { command: "UPDATE", rowCount: 2 })
    kept.nest().note("DELETE FROM a.b", { command: "DELETE", rowCount: 1 })
    undone.note("INSERT INTO a.b VALUES (1)", { command: "INSERT", rowCount: 1 })
    undone.leaveOut()

    expect(all.rows).toBe(3)
  })
})
