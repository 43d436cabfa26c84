import { openDatabase } from "@countersign/core/host"
import { plugins } from "@countersign/server/plugins"
import { databaseFromTemplate, runProduct } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"

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
