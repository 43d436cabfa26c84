import type { Ctx, Tx } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { siteContract } from "../contract.ts"
import { sitePlugin } from "../server.ts"
import { loadPart, loadStored } from "./load-part.ts"
import { addSnapshot } from "./part-store.ts"
import type { PartKey } from "./parts.ts"
import { adding } from "./publish/draft.fixture.ts"
import { readAhead } from "./read-ahead.ts"
import { lineOf, plain } from "./site.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins: [sitePlugin] })
const ana = await as("ana")
const line = lineOf(platform, ana)
const { tab } = await line.joinTab()
let counter = 0
const edit = async (...commands: ReturnType<typeof adding>[]) => {
  counter += 1
  const { answers, sequence } = await line.applyCommands({ tab, seen: 0, batches: [{ counter, commands }] })
  if (!answers[0]?.accepted) throw new Error(answers[0]?.reason)
  return sequence
}
const page = (id: string) => ({ type: "page", id }) as const
const key = (id: string) => `page:${id}`

/** What a verb would have: a transaction that counts its statements, a memory, and things to do after the commit. */
function context(): { ctx: Ctx; sent(): number; commit(): void } {
  const after: (() => void)[] = []
  let count = 0
  const tx = {
    execute: (...args: Parameters<Tx["execute"]>) => {
      count += 1
      return database.direct.execute(...args)
    },
  }
  const commit = () => {
    for (const one of after.splice(0)) one()
  }
  const ctx = { tx, runtime: {}, afterCommit: (one: () => void) => after.push(one) }
  return { ctx: ctx as unknown as Ctx, sent: () => count, commit }
}

describe("parts that are read ahead", () => {
  it("are what they are when each is read by itself, by three statements", async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `p${at}`)
    // One row brings all of them, as an import does.
    const first = await edit(...ids.map((id) => adding(page(id), `Page ${id}`, `<p>Words of ${id}</p>`)))
    for (const id of ids.slice(0, 6))
      await platform.call(ana, siteContract.renameDocument, { document: page(id), title: `Renamed ${id}` })
    const snapshot = await loadStored(database.direct, key("p0"), Number.MAX_SAFE_INTEGER)
    await addSnapshot(database.direct, { key: key("p0"), ...snapshot })
    await platform.call(ana, siteContract.renameDocument, { document: page("p0"), title: "Again" })
    const { ctx, sent, commit } = context()
    const now = (await line.openDocument({ document: page("p0") })).sequence
    for (const id of ["p1", "p2"]) await loadPart(ctx, key(id), id === "p2" ? first : now)
    commit()
    const wanted = new Map<PartKey, number>(ids.map((id) => [key(id), id === "p3" ? first : now]))
    wanted.set(key("nobody"), now)
    const before = sent()

    const ahead = await readAhead(ctx, wanted)

    expect(sent() - before).toBe(3)
    const titles: string[] = []
    for (const id of ids) {
      const { part, sequence, mark, notes } = (await ahead.take(key(id)))!
      const apart = await loadStored(database.direct, key(id), wanted.get(key(id))!)
      expect({ part: plain(part), sequence, mark, notes }).toEqual({
        part: plain(apart.part),
        sequence: apart.sequence,
        mark: apart.mark,
        notes: [],
      })
      titles.push(part.documents.get(key(id))!.title)
    }
    expect(titles.slice(0, 8)).toEqual([
      "Again",
      "Renamed p1",
      "Renamed p2",
      "Page p3",
      "Renamed p4",
      "Renamed p5",
      "Page p6",
      "Page p7",
    ])
    expect(await ahead.take(key("nobody"))).toBeNull()
    expect(await ahead.take(key("p0"))).toBeNull()
  })

  it("are left to be read by themselves where memory has another past than the log", async () => {
    const { ctx, commit } = context()
    const { sequence } = await line.openDocument({ document: page("p1") })
    await loadPart(ctx, key("p1"), sequence)
    commit()
    const { sequence: at } = await loadStored(database.direct, key("p1"), sequence)
    // A backup is put back under the running server, and somebody has gone on from there.
    await database.pool.query(`CREATE TEMP TABLE replaced AS SELECT * FROM site.command WHERE sequence = ${at};
      CREATE TEMP TABLE parts AS SELECT * FROM site.command_part WHERE sequence = ${at};
      DELETE FROM site.command_part WHERE sequence = ${at}; DELETE FROM site.command WHERE sequence = ${at};
      UPDATE replaced SET mark = gen_random_uuid();
      INSERT INTO site.command SELECT * FROM replaced; INSERT INTO site.command_part SELECT * FROM parts`)
    const ahead = await readAhead(ctx, new Map([key("p1"), key("p7")].map((one) => [one, sequence])))
    expect(await ahead.take(key("p1"))).toBeNull()
    expect((await ahead.take(key("p7")))!.part.documents.get(key("p7"))!.title).toBe("Page p7")
  })

  it("are no more than fits into memory at once", async () => {
    await edit(adding(page("first"), "First", `<p>${"Words ".repeat(500)}</p>`))
    await edit(adding(page("second"), "Second", `<p>${"Words ".repeat(500)}</p>`))
    const now = await edit(adding(page("third"), "Third", "<p>Words</p>"))
    const wanted = new Map(["first", "second", "third"].map((id) => [key(id), now]))
    const ahead = await readAhead(context().ctx, wanted, 5_000)
    const found = []
    for (const one of wanted.keys()) found.push((await ahead.take(one)) !== null)
    expect(found).toEqual([true, false, false])
  })
})
