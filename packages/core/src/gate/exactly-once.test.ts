import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawnFixture, TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { reconcile } from "../proposals/reconcile.ts"
import { sweepProposals } from "../proposals/sweep.ts"
import { invokeTool } from "./invoke-tool.ts"
import { shelfPlugin } from "./shelf.fixture.ts"

const RACES = inject("long") ? 1_000 : 100
const { platform, database, as, asHolderOf, secondPod } = await testPlatform({ plugins: [shelfPlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const ana = await as("ana")
const folder = await mkdtemp(join(tmpdir(), "countersign-once-"))
const pods = new Set<ChildProcess>()
afterAll(async () => {
  for (const pod of pods) pod.kill("SIGKILL")
  await rm(folder, { recursive: true, force: true })
})

async function startPod(
  orders: object = {},
): Promise<{ pod: ChildProcess; exited: Promise<unknown>; apply(tokens: string[]): Promise<string> }> {
  const principal = { ...ana.principal, rules: [...ana.principal.rules] }
  const all = { connection: database.config, secret: TEST_SECRET, principal, ...orders }
  const { child: pod, said } = await spawnFixture("apply-process", all, "pipe")
  pods.add(pod)
  expect(said).toBe("ready")
  const exited = once(pod, "exit")
  const line = async () => String((await once(pod.stdout!, "data"))[0]).trim()
  return {
    pod,
    exited,
    async apply(tokens) {
      pod.stdin!.write(`${JSON.stringify(tokens)}\n`)
      return line()
    },
  }
}

async function propose(toolName: string): Promise<{ token: string; proposalId: string; bookId: string }> {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ('One') RETURNING id")
  const bookId = rows[0].id
  const input = toolName === "shelf.rename" ? { id: bookId, title: "Two" } : { id: bookId }
  const outcome = await invokeTool({ caller: ana, mode: "approve" }, { toolName, input })
  if (outcome.status !== "awaiting_signature") throw new Error("It was not proposed.")
  return { token: outcome.token!, proposalId: outcome.proposalId, bookId }
}

const statusOf = async (id: string) =>
  (await database.pool.query("SELECT status FROM platform.tool_call WHERE id = $1", [id])).rows[0].status as string
const versionOf = async (id: string) =>
  (await database.pool.query("SELECT version FROM shelf.book WHERE id = $1", [id])).rows[0].version as number

describe("a proposal", () => {
  it(`runs once or not at all when four servers race for ${RACES} of them, eight at a time each`, {
    timeout: 240_000,
  }, async () => {
    const proposals: Awaited<ReturnType<typeof propose>>[] = []
    const servers = await Promise.all(Array.from({ length: 4 }, () => startPod()))
    while (proposals.length < RACES) {
      // As many as may wait for one person at a time, less what others in this file left.
      const fresh: typeof proposals = []
      while (fresh.length < Math.min(80, RACES - proposals.length))
        fresh.push(...(await Promise.all(Array.from({ length: 10 }, () => propose("shelf.rename")))))
      await Promise.all(servers.map(({ apply }) => apply(fresh.map(({ token }) => token))))
      proposals.push(...fresh)
    }
    for (const { pod } of servers) pod.kill("SIGTERM")

    const { rows } = await database.pool.query(
      `SELECT t.status, b.version - 1 AS runs, count(*)::int AS count FROM unnest($1::uuid[], $2::uuid[]) AS p(proposal, book)
       JOIN platform.tool_call t ON t.id = p.proposal JOIN shelf.book b ON b.id = p.book GROUP BY 1, 2`,
      [proposals.map(({ proposalId }) => proposalId), proposals.map(({ bookId }) => bookId)],
    )
    for (const { status, runs } of rows) expect(runs).toBe(status === "applied" ? 1 : 0)
    expect(rows.find(({ status }) => status === "applied")?.count).toBe(RACES)
    const { rows: trail } = await database.pool.query(
      "SELECT count(*)::int AS count FROM platform.audit WHERE action = 'shelf.rename' AND outcome = 'executed'",
    )
    expect(trail[0].count).toBe(RACES)
  })

  it.each(["shelf.rename", "shelf.print"])(
    "never lies about %s, whichever round trip its server dies before or after",
    { timeout: 240_000 },
    async (toolName) => {
      const external = toolName === "shelf.print"
      const rehearsal = await startPod({ dieAt: { trip: -1, side: "before" }, paper: join(folder, "rehearsal") })
      const trips = Number((await rehearsal.apply([(await propose(toolName)).token])).split(" ")[1])
      rehearsal.pod.kill("SIGKILL")
      expect(trips).toBeGreaterThan(6)
      const all = Array.from({ length: trips }, (_, index) => index + 1).flatMap((trip) =>
        (["before", "after"] as const).map((side) => ({ trip, side })),
      )
      // From the last death back, in steps that meet both sides.
      const deaths = inject("long") ? all : all.filter((_, index) => (all.length - 1 - index) % 3 === 0)

      const seen = new Set<string>()
      for (let at = 0; at < deaths.length; at += 3)
        await Promise.all(
          deaths.slice(at, at + 3).map(async (dieAt) => {
            const paper = join(folder, `${toolName}-${dieAt.trip}-${dieAt.side}`)
            const { token, proposalId, bookId } = await propose(toolName)
            const name = `${toolName} ${dieAt.trip} ${dieAt.side}`
            const { pod, exited } = await startPod({
              dieAt,
              paper,
              connection: { ...database.config, application_name: name },
            })
            pod.stdin!.write(`${JSON.stringify([token])}\n`)
            await exited
            await backendsGone(name)

            const left = await statusOf(proposalId)
            await database.pool.query(
              "UPDATE platform.tool_call SET lease_until = now() - interval '1 s' WHERE id = $1 AND status = 'applying'",
              [proposalId],
            )
            await sweepProposals(ana)
            const status = await statusOf(proposalId)
            const runs = (await versionOf(bookId)) - 1
            const pages = (await readFile(paper, "utf8").catch(() => "")).length / "page\n".length
            seen.add(status)
            const told = `${left} then ${status}, ${runs} runs, ${pages} pages, died ${dieAt.side} trip ${dieAt.trip}`

            expect(runs, told).toBeLessThanOrEqual(1)
            expect(pages, told).toBeLessThanOrEqual(1)
            if (status === "proposed") expect([runs, pages], told).toEqual([0, 0])
            else if (status === "applied") expect([runs, pages], told).toEqual([1, external ? 1 : 0])
            else {
              expect([status, external, runs], told).toEqual(["unknown", true, 0])
              await reconcile(ana, proposalId, pages === 1 ? "applied" : "failed", "Looked at the printer.")
              expect(await statusOf(proposalId)).toBe(pages === 1 ? "applied" : "failed")
            }
          }),
        )
      // Where effect and outcome are one transaction, a signature is never spent for nothing.
      expect([...seen].sort()).toEqual(external ? ["applied", "proposed", "unknown"] : ["applied", "proposed"])
    },
  )
})

describe("the budget", () => {
  it("lets 60 of 300 calls through when three servers serve them at once", { timeout: 60_000 }, async () => {
    await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 60")
    const zoe = await asHolderOf("zoe", ["shelf.book.read"])
    const servers = [platform, await secondPod(), await secondPod()]
    const calls = Array.from({ length: 300 }, (_, index) => {
      const caller = servers[index % 3]!.caller(zoe.principal, "mcp")
      return invokeTool({ caller, mode: "approve" }, { toolName: "shelf.list", input: {} })
    })
    const results = await Promise.allSettled(calls)
    // A call that was let through may still fail, such as one that a crowded machine does not serve in time.
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []))
    const overBudget = refused.filter(({ code }) => code === "rate_limited")
    expect(overBudget).toHaveLength(300 - 60)
    for (const reason of overBudget) expect(reason).toMatchObject({ retryAfterSeconds: expect.any(Number) })
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS n FROM platform.tool_call WHERE principal_id = $1",
      [zoe.principal.id],
    )
    expect(rows[0].n).toBe(60)
  })

  it("counts failed calls, a proposal and its apply as one, and a token for its person", async () => {
    await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 2")
    const yan = await asHolderOf("yan", ["shelf.book.read", "shelf.book.manage"])
    const call = (caller = yan) =>
      invokeTool({ caller, mode: "approve" }, { toolName: "shelf.list", input: { wrong: 1 } })
    await expect(call()).rejects.toMatchObject({ code: "invalid_input" })
    const actsFor = { id: yan.principal.id, name: "Yan", grantId: "00000000-0000-4000-8000-000000000001" }
    const client = { ...yan, principal: { ...yan.principal, kind: "application" as const, id: "client", actsFor } }
    await expect(call(client as never)).rejects.toMatchObject({ code: "invalid_input" })
    await expect(call()).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringMatching(/used the 2 tool calls of a minute\. Wait \d+ s/),
    })
  })
})

async function backendsGone(name: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await database.pool.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1", [
            name,
          ])
        ).rows[0].n,
      { timeout: 10_000 },
    )
    .toBe(0)
}
