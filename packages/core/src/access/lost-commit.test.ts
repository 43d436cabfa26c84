import { TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { proxyToPostgres } from "../db/proxy.fixture.ts"
import { silentLog } from "../log.ts"
import { hearChanges, type ResourceChange } from "../signals/changes.ts"
import type { Caller } from "./ctx.ts"
import { addBeyond, addNote, notesPlugin } from "./notes.fixture.ts"

const { database: real, as } = await testPlatform({ plugins: [notesPlugin] })
const proxy = await proxyToPostgres(real.config)
const database = openDatabase(
  { ...real.config, host: proxy.host, port: proxy.port },
  { poolSize: 4, onError: () => {}, deadlines: { commitMs: 1_000 } },
)
const platform = createPlatform({ plugins: [notesPlugin], database, secret: TEST_SECRET, log: silentLog, role: "web" })
await platform.start()
const { principal } = await as("ana")
const ana = (): Caller => platform.caller(principal, "http")

afterAll(async () => {
  await platform.stop(0)
  await database.close()
  await proxy.close()
})
beforeEach(async () => {
  proxy.onSent = () => "pass"
  await real.pool.query("TRUNCATE notes.note")
})

/** The driver sends a statement without values as one simple query. */
const COMMIT = "COMMIT\0"

describe("a change whose COMMIT was not answered", () => {
  it("that went through answers as if nothing had happened, its signals included", async () => {
    proxy.onSent = (text) => (text.includes(COMMIT) ? "cut-after" : "pass")
    const heard: ResourceChange[] = []
    hearChanges(platform.signals, (change) => heard.push(change), { atOnce: true })

    const note = await addNote(ana(), { text: "kept" })

    expect(note.text).toBe("kept")
    expect(await stored()).toEqual(["kept"])
    expect(heard).toEqual([{ resource: "notes.note", id: note.id }])
  })

  it("that did not arrive says that nothing was changed", async () => {
    proxy.onSent = (text) => (text.includes(COMMIT) ? "cut-before" : "pass")

    await expect(addNote(ana(), { text: "lost" })).rejects.toThrow(
      "The connection to the database was lost before this was saved. Nothing was changed; try again.",
    )

    expect(await stored()).toEqual([])
  })

  it("that did not arrive claims nothing where the verb did more than its transaction tells", async () => {
    proxy.onSent = (text) => (text.includes(COMMIT) ? "cut-before" : "pass")

    await expect(addBeyond(ana(), { text: "lost" })).rejects.toThrow(
      /^The connection .+ before this was saved. Try again.$/,
    )
  })

  it("and of which nothing can be learned says so, and what to look at", async () => {
    proxy.onSent = (text) =>
      text.includes(COMMIT) ? "cut-after" : text.includes("pg_xact_status") ? "cut-before" : "pass"

    await expect(addNote(ana(), { text: "who knows" })).rejects.toMatchObject({
      code: "outcome_unknown",
      message:
        "The connection to the database was lost while this was being saved, and whether it was saved is not known. Look whether it is there before you do it again.",
    })

    expect(await stored()).toEqual(["who knows"])
  })

  it("is decided although the database has not heard of the lost connection", async () => {
    proxy.onSent = (text) => (text.includes(COMMIT) ? "strand" : "pass")

    await expect(addNote(ana(), { text: "stranded" })).rejects.toThrow("Nothing was changed; try again.")

    const { rows } = await real.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    )
    expect(rows).toHaveLength(0)
    expect(await stored()).toEqual([])
  })
})

async function stored(): Promise<string[]> {
  const { rows } = await real.pool.query<{ text: string }>("SELECT text FROM notes.note ORDER BY text")
  return rows.map(({ text }) => text)
}
