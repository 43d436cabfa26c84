import { openDatabase } from "@countersign/core/host"
import { plugins } from "@countersign/server/plugins"
import { databaseFromTemplate, runProduct } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { reportLines, toReport } from "./eval-report.ts"

describe("the report of an evaluation", () => {
  it("counts by conversation and in all, and shows what differs", () => {
    const base = { messageId: "m", model: "then", stored: [{ name: "incident.list", arguments: "{}" }] }
    const lines = reportLines(
      toReport({ connection: "Anthropic", model: "claude-new" }, [
        {
          conversation: { id: "one", ownerId: "ana", title: "Checkout is down" },
          replay: {
            steps: [
              { ...base, step: 1, verdict: "same", now: base.stored },
              { ...base, step: 2, verdict: "missing", now: [] },
            ],
            notReached: 2,
            tokens: 1_234,
            costUsd: 0.5,
          },
        },
        {
          conversation: { id: "two", ownerId: "eve", title: null },
          replay: {
            steps: [],
            notReached: 0,
            tokens: 0,
            costUsd: null,
            problem: "Its owner is no longer active here.",
          },
        },
      ]),
    ).map((line) => line.trim())

    expect(lines).toContain("1        0        1      0          0   Checkout is down  one")
    expect(lines).toContain("step 2: missing call")
    expect(lines).toContain("then incident.list({})")
    expect(lines).toContain("now  answered")
    expect(lines).toContain("Its owner is no longer active here.")
    expect(lines).toContain("2 further decisions stand behind a changed one and were not asked for.")
    expect(lines).toContain("It took 1234 tokens, 0.5000 USD.")
  })
})

describe("countersign eval", { timeout: 90_000 }, async () => {
  const cluster = inject("postgres")
  const { config, drop } = await databaseFromTemplate(cluster, plugins)
  const database = openDatabase(config, { poolSize: 1, onError: () => {} })
  const { pool } = database
  afterAll(async () => {
    await database.close()
    await drop()
  })
  const variables = {
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret that is long enough for the tests",
  }
  const ana = "11111111-1111-4111-8111-111111111111"
  await pool.query("INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ana', 'ana@example.test')", [ana])
  await pool.query(
    `INSERT INTO platform.connection (driver, label, default_model, model_family)
     VALUES ('rehearsal', 'Rehearsal', 'rehearsal', 'generic')`,
  )
  const { rows } = await pool.query(
    "INSERT INTO platform.conversation (owner_id, title) VALUES ($1, 'Weather') RETURNING id",
    [ana],
  )
  const say = (role: string, blocks: object[]) =>
    pool.query("INSERT INTO platform.message (conversation_id, role, blocks) VALUES ($1, $2, $3)", [
      rows[0].id,
      role,
      JSON.stringify(blocks),
    ])
  await say("user", [{ type: "text", text: "zzz qqq" }])
  await say("assistant", [
    { type: "tool-call", callId: "1", name: "catalog.listSystems", arguments: "{}" },
    { type: "tool-result", callId: "1", name: "catalog.listSystems", text: "[]" },
    { type: "text", text: "There is nothing." },
  ])

  it("prints a table, or JSON when asked", async () => {
    const table = await runProduct(
      "cli",
      ["eval", "--connection", "rehearsal", "--person", "ana@example.test"],
      variables,
    )
    expect(table.output).toContain("Decided again by rehearsal (Rehearsal). Nothing was executed.")
    expect(table.output).toContain("missing call")
    expect(table.output).toContain("then catalog.listSystems({})")
    expect(table.code).toBe(0)

    const asked = ["eval", "--connection", "Rehearsal", "--conversations", rows[0].id, "--json"]
    const { output } = await runProduct("cli", asked, variables)
    expect(JSON.parse(output)).toMatchObject({
      model: "rehearsal",
      totals: { missing: 1, same: 0, notReached: 1 },
      conversations: [{ id: rows[0].id, title: "Weather", steps: [{ verdict: "missing" }] }],
    })
  })

  it("names the connections there are, and the models they allow", async () => {
    const unknown = await runProduct("cli", ["eval", "--connection", "Oracle"], variables)
    expect(unknown.output).toContain('There is no AI connection "Oracle". There are: "Rehearsal".')
    expect(unknown.code).toBe(2)

    const model = await runProduct("cli", ["eval", "--connection", "Rehearsal", "--model", "gpt-x"], variables)
    expect(model.output).toContain('"Rehearsal" does not allow the model "gpt-x". It allows: rehearsal.')
  })
})
