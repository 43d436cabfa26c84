import { catalogPlugin } from "@countersign/catalog/server"
import { peopleContract } from "@countersign/core/contract"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiContract } from "../contract.ts"
import { aiPlugin } from "../server.ts"

const { platform, database, as } = await testPlatform({ plugins: [catalogPlugin, aiPlugin] })
for (const name of ["Root", "Nadia"])
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId(name), name, `${name.toLowerCase()}@example.test`],
  )
const [root, nadia] = [await as("root", "administrator"), await as("nadia")]

describe("erasing a person", () => {
  it("takes their name out of every call and ends what they had waiting", async () => {
    const propose = (name: string) =>
      platform.call(nadia, aiContract.proposeTool, { toolName: "catalog.createSystem", input: { name } })
    const applied = await propose("Kept")
    await platform.call(nadia, aiContract.applyTool, { token: applied.token! })
    const waiting = await propose("Never")

    await platform.call(root, peopleContract.erasePerson, { id: nadia.principal.id })

    const { rows } = await database.pool.query("SELECT id, status, payload, t::text AS text FROM platform.tool_call t")
    expect(rows.map((row) => row.text).join()).not.toContain("Nadia")
    expect(rows.find((row) => row.id === waiting.proposalId)).toMatchObject({ status: "expired", payload: null })
    const view = await platform.call(root, aiContract.describeProposal, { proposalId: applied.proposalId })
    expect(view).toMatchObject({ status: "applied", askedBy: { name: expect.stringContaining("Former person") } })
  })

  it("takes their name out of what they used of models", async () => {
    const bea = await as("bea")
    await database.pool.query(
      "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Bea', 'bea@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
      [bea.principal.id],
    )
    await database.pool.query(
      `INSERT INTO platform.spend (connection_id, connection_label, driver, model, principal_kind, principal_id,
         principal_name, scope, purpose, reserved_tokens)
       VALUES (gen_random_uuid(), 'Claude', 'anthropic', 'm', 'user', $1, 'Bea', 'operate', 'turn', 1)`,
      [bea.principal.id],
    )

    await platform.call(root, peopleContract.erasePerson, { id: bea.principal.id })

    const { rows } = await database.pool.query("SELECT principal_name FROM platform.spend")
    expect(rows).toEqual([{ principal_name: expect.stringContaining("Former person") }])
  })
})
