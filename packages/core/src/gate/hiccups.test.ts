import type { Socket } from "node:net"
import { TEST_SECRET, testPlatform } from "@countersign/testing"
import type pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { ConflictError } from "../errors.ts"
import { silentLog } from "../log.ts"
import { applyWithToken } from "../proposals/apply.ts"
import { sweepProposals } from "../proposals/sweep.ts"
import { invokeTool } from "./invoke-tool.ts"
import { printer, shelfPlugin } from "./shelf.fixture.ts"

const { database, as } = await testPlatform({ plugins: [shelfPlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const ana = await as("ana")

/** A server whose connection breaks at one statement: before it is sent, or when its answer is on the way. */
const wire = { trips: 0, cutAt: -1, side: "before" as "before" | "after" }
const frail = openDatabase(database.config, { poolSize: 3, onError: () => {} })
frail.pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  client.query = ((...args: unknown[]) => {
    const cut = ++wire.trips === wire.cutAt
    if (cut && wire.side === "before") stream.destroy()
    return cut && wire.side === "after" ? loseAnswer(stream, query, args) : query(...args)
  }) as pg.ClientBase["query"]
})
/**
 * The database has answered, so it has done what it was asked; what it said is lost. Its own answer is waited for: statements
 * travel together, and a connection that is cut at the answer of an earlier one may end before this one was done.
 */
function loseAnswer(stream: Socket, query: (...args: unknown[]) => Promise<unknown>, args: unknown[]) {
  const told = args.at(-1)
  const lost = () => {
    stream.destroy()
    return new Error("Connection terminated unexpectedly")
  }
  if (typeof told === "function") return query(...args.slice(0, -1), () => told(lost()))
  const fail = () => Promise.reject(lost())
  return query(...args).then(fail, fail)
}
const pod = createPlatform({
  plugins: [shelfPlugin],
  database: frail,
  secret: TEST_SECRET,
  log: silentLog,
  role: "web",
})
const caller = { ...pod.caller(ana.principal, "http"), correlationId: "hiccup" }
afterAll(() => frail.close())

async function propose(toolName: string) {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('One') RETURNING id")
  const id = rows[0].id as string
  const input = toolName === "shelf.rename" ? { id, title: "Two" } : { id }
  const outcome = await invokeTool({ caller: ana, mode: "approve" }, { toolName, input })
  if (outcome.status !== "awaiting_signature") throw new Error("It was not proposed.")
  return { token: outcome.token!, proposalId: outcome.proposalId, bookId: id }
}

async function standing(proposalId: string, bookId: string): Promise<{ status: string; runs: number }> {
  const { rows } = await database.pool.query(
    "SELECT t.status, b.version - 1 AS runs FROM platform.tool_call t, shelf.book b WHERE t.id = $1 AND b.id = $2",
    [proposalId, bookId],
  )
  return rows[0]
}

const attempt = (token: string) =>
  applyWithToken(caller, token).then(
    () => null,
    (error: Error) => error,
  )

async function countTrips(toolName: string): Promise<number> {
  // Once before, so that connections are open and statements are known.
  for (const round of [1, 2]) {
    const { token } = await propose(toolName)
    Object.assign(wire, { trips: 0, cutAt: -1 })
    expect(await attempt(token), `round ${round}`).toBeNull()
  }
  return wire.trips
}

/** What a connection asks once it is opened anew, in place of one that broke, comes on top of what was counted. */
const REOPENING = 10

describe("a signature, when the database's connection breaks", () => {
  it("is not spent unless the change was made, at whichever statement, and the change is made once", {
    timeout: 120_000,
  }, async () => {
    const trips = await countTrips("shelf.rename")
    expect(trips).toBeGreaterThan(10)
    const counts = { cuts: 0, appliedAtOnce: 0, appliedAgain: 0 }
    const retries: number[] = []
    for (const side of ["before", "after"] as const)
      for (let trip = 1; trip <= trips + REOPENING; trip += 1) {
        const { token, proposalId, bookId } = await propose("shelf.rename")
        Object.assign(wire, { trips: 0, cutAt: trip, side })
        const error = await attempt(token)
        wire.cutAt = -1
        if (wire.trips < trip) break
        expect(trip, "statements of one apply").toBeLessThan(trips + REOPENING)
        const told = `cut ${side} trip ${trip}: ${error?.message}`
        const { status, runs } = await standing(proposalId, bookId)
        counts.cuts += 1
        if (!error) {
          expect([status, runs], told).toEqual(["applied", 1])
          counts.appliedAtOnce += 1
          continue
        }
        expect([status, runs], told).toEqual(["proposed", 0])
        expect(error.message, told).not.toMatch(/propose it again/i)
        const began = performance.now()
        expect(await attempt(token), told).toBeNull()
        retries.push(performance.now() - began)
        expect(await standing(proposalId, bookId), told).toEqual({ status: "applied", runs: 1 })
        counts.appliedAgain += 1
      }
    // Every statement of it on both sides: each round ended where there was none left to be cut.
    expect(counts.cuts).toBeGreaterThan(20)
    // The answer of the commit itself was lost, and the row told.
    expect(counts.appliedAtOnce).toBeGreaterThan(0)
    expect(counts.appliedAgain).toBeGreaterThan(10)
    // Nobody waits until something lapses; one or two may have met a machine that was held up.
    expect(retries.filter((ms) => ms > 5_000).length).toBeLessThan(3)
  })

  it("of a change outside is not spent as long as nothing was done there", { timeout: 120_000 }, async () => {
    const trips = await countTrips("shelf.print")
    const seen = new Map<string, number>()
    for (let trip = 1; trip <= trips + REOPENING; trip += 1) {
      const { token, proposalId, bookId } = await propose("shelf.print")
      printer.pages.length = 0
      Object.assign(wire, { trips: 0, cutAt: trip, side: "before" })
      const error = await attempt(token)
      wire.cutAt = -1
      if (wire.trips < trip) break
      const { status } = await standing(proposalId, bookId)
      const told = `cut before trip ${trip}: ${status}, ${printer.pages.length} pages, ${error?.message}`
      seen.set(status, (seen.get(status) ?? 0) + 1)
      expect(printer.pages.length, told).toBeLessThanOrEqual(1)
      if (printer.pages.length === 0) {
        expect(status, told).toBe("proposed")
        expect(await attempt(token), told).toBeNull()
        expect(printer.pages, told).toHaveLength(1)
      } else expect(["unknown", "applied"], told).toContain(status)
    }
    expect(seen.get("proposed")).toBeGreaterThan(2)
    expect(seen.get("unknown")).toBeGreaterThan(0)
  })
})

describe("a signature, when others keep changing the same things", () => {
  it.each(["40001", "40P01", "55P03"])("is not spent: the change still waits after %s", async (code) => {
    const { token, proposalId, bookId } = await propose("shelf.rename")
    await database.pool.query(`
      CREATE FUNCTION shelf.race() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM nextval('shelf.races'); RAISE EXCEPTION 'raced' USING ERRCODE = '${code}'; END $$;
      CREATE SEQUENCE shelf.races;
      CREATE TRIGGER race BEFORE UPDATE ON shelf.book FOR EACH ROW EXECUTE FUNCTION shelf.race()`)
    const error = await attempt(token)
    const { rows } = await database.pool.query("SELECT last_value::int AS races FROM shelf.races")
    await database.pool.query("DROP FUNCTION shelf.race CASCADE; DROP SEQUENCE shelf.races")

    // Nobody retries a wait that was too long already.
    expect(rows[0].races).toBe(code === "55P03" ? 1 : 3)
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringMatching(/changing the same things/) })
    expect(error!.message).toMatch(/was not applied and nothing was changed\. It still waits: apply it again\.$/)
    expect(await standing(proposalId, bookId)).toEqual({ status: "proposed", runs: 0 })
    expect(await attempt(token)).toBeNull()
    expect(await standing(proposalId, bookId)).toEqual({ status: "applied", runs: 1 })
  })
})

describe("whoever signed a change outside", () => {
  const unsure = /^It is not known whether “Print.*” happened: .* Look before you try again, and settle it on the Sig/
  async function printed(toolName: string, afterPrinting: (proposalId: string) => Promise<void>) {
    const { token, proposalId, bookId } = await propose(toolName)
    printer.pages.length = 0
    printer.afterPrinting = () => afterPrinting(proposalId)
    const error = await attempt(token)
    printer.afterPrinting = async () => {}
    return { error, pages: printer.pages.length, ...(await standing(proposalId, bookId)) }
  }

  it("is not told that nothing was changed when another server gave it up meanwhile", async () => {
    const outcome = await printed("shelf.print", async (proposalId) => {
      await database.pool.query("UPDATE platform.tool_call SET lease_until = now() - interval '1 s' WHERE id = $1", [
        proposalId,
      ])
      expect((await sweepProposals(ana)).ended).toBe(1)
    })
    expect(outcome).toMatchObject({ error: { message: expect.stringMatching(unsure) }, pages: 1, status: "unknown" })
  })

  it("is not told to try again when it took too long", async () => {
    const outcome = await printed("shelf.printLate", () => new Promise(() => {}))
    expect(outcome).toMatchObject({ error: { message: expect.stringMatching(unsure) }, pages: 1, status: "unknown" })
  })

  it("is not told of a defect, but that nobody knows, when it failed without a word", async () => {
    const outcome = await printed("shelf.print", () => Promise.reject(new Error("paper jam")))
    expect(outcome).toMatchObject({ error: { message: expect.stringMatching(unsure) }, pages: 1, status: "unknown" })
  })

  it("is told what went wrong when its verb says so", async () => {
    const outcome = await printed("shelf.print", () => Promise.reject(new ConflictError("The tray is full.")))
    expect(outcome).toMatchObject({ error: { message: "The tray is full." }, status: "failed" })
  })
})
