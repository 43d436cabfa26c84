import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { applyWithToken } from "../proposals/apply.ts"
import { invokeTool } from "./invoke-tool.ts"
import { shelfPlugin } from "./shelf.fixture.ts"

const { database, as } = await testPlatform({ plugins: [shelfPlugin] })
const ana = await as("ana")
// A sequence counts what is undone as well.
await database.pool.query(`
  CREATE SEQUENCE shelf.updates;
  CREATE FUNCTION shelf.lose_first_race() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('shelf.updates') = 1 THEN RAISE EXCEPTION 'as if' USING ERRCODE = '40001'; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER lose_first_race BEFORE UPDATE ON shelf.book FOR EACH ROW EXECUTE FUNCTION shelf.lose_first_race()`)

beforeEach(async () => {
  await database.pool.query("ALTER SEQUENCE shelf.updates RESTART")
})

describe("a signed change that lost a race", () => {
  it("is applied by the next attempt if its target is as it was", async () => {
    const { id, proposalId, token } = await proposedRename()

    const applied = await applyWithToken(ana, token)

    expect(applied.result).toMatchObject({ title: "Signed", version: 2 })
    expect(await look(id, proposalId)).toEqual({ title: "Signed", status: "applied", updates: 2 })
  })

  it("asks for a new card if the target itself moved between the attempts", async () => {
    const { id, proposalId, token } = await proposedRename()
    // Somebody else's change commits while the first attempt is at work, and makes it fail for real.
    const other = await database.pool.connect()
    await other.query("SELECT setval('shelf.updates', 10)")
    await other.query("BEGIN")
    await other.query("UPDATE shelf.book SET title = 'Theirs', version = version + 1 WHERE id = $1", [id])
    const applying = applyWithToken(ana, token).catch((error: unknown) => error)
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await database.pool.query(waits)).rows.length).toBe(1)
    await other.query("COMMIT")
    other.release()

    expect(await applying).toMatchObject({ code: "conflict" })
    expect(await look(id, proposalId)).toMatchObject({ title: "Theirs", status: "superseded" })
  })
})

async function proposedRename(): Promise<{ id: string; proposalId: string; token: string }> {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('Walden') RETURNING id")
  const { id } = rows[0]
  const call = { toolName: "shelf.rename", input: { id, title: "Signed" } }
  const outcome = await invokeTool({ caller: ana, mode: "approve" }, call)
  if (outcome.status !== "awaiting_signature") throw new Error(`It was ${outcome.status}.`)
  return { id, proposalId: outcome.proposalId, token: outcome.token! }
}

async function look(id: string, proposalId: string): Promise<object> {
  const { rows } = await database.pool.query(
    `SELECT title, status, (SELECT last_value::int FROM shelf.updates) AS updates
     FROM shelf.book b, platform.tool_call c WHERE b.id = $1 AND c.id = $2`,
    [id, proposalId],
  )
  return rows[0]
}
