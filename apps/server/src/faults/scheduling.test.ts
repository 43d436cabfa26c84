import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { openDatabase } from "@countersign/core/host"
import { databaseFromTemplate, type SpawnedServer, seededRandom, signIn, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const LONG = inject("long")
const CHECKS = LONG ? 500 : 100
const SECONDS = LONG ? 180 : 10
const SEED = 20_261_117
const INTERVAL_MS = 5_000
const LEAST_STORED = CHECKS * ((SECONDS * 1_000) / INTERVAL_MS) * 0.6
/** In the short form leases are short, so that what a dead server held is told within the test. */
const LEASE_MS = LONG ? 6_000 : 4_000

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const database = openDatabase(config, { poolSize: 4, onError: () => {} })
const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows

/** What is checked: counts who was called. While it holds its answers, whoever called has a run that is not stored. */
const calls = new Map<string, number>()
let held: (() => void) | undefined
const target = createServer((request, response) => {
  calls.set(request.url!, (calls.get(request.url!) ?? 0) + 1)
  if (held) held()
  else response.end("fine")
})
/** Resolves with the next call, which is not answered, nor any after it until `held` is taken away. */
const callIsHeld = () => new Promise<void>((resolve) => (held = resolve))
await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve))
const { port } = target.address() as AddressInfo

/** A server whose own clock is so many hours ahead. */
function start(hours: number): Promise<SpawnedServer> {
  const shift = `const Real = Date; const by = ${hours} * 3600000
    globalThis.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(Real.now() + by) } static now() { return Real.now() + by } }`
  return spawnServer({
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "the same secret on all servers, long enough",
    COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
    COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
    COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8",
    SITE_PORT: "0",
    ...(hours && { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` }),
  })
}

const HOURS = [0, 1, -1]
const servers = await Promise.all(HOURS.map(start))
afterAll(async () => {
  for (const { child } of servers) child.kill("SIGCONT")
  await Promise.all(servers.map((server) => server.stop()))
  target.close()
  await database.close()
  await drop()
})

describe("three servers whose clocks are an hour apart", () => {
  it(`run every tick of ${CHECKS} checks once while they are killed and stopped, or count it as missed`, {
    timeout: (SECONDS + 120) * 1_000,
  }, async () => {
    const session = await signIn(servers[0]!.url, "ana@example.test", "correct horse battery")
    const { body } = await session.call<{ version: number }>("healthcheck.getSettings", {})
    await session.call("healthcheck.updateSettings", { version: body.version, perHost: 50 })
    const { body: system } = await session.call<{ id: string }>("catalog.createSystem", { name: "Shop" })
    await placeChecks(system.id)

    const events = await disturb()
    await settled()

    const rows = await ask(`
      SELECT r.target_id, r.at, r.outcome, coalesce(r.slots, 1) AS slots, s.phase_ms FROM healthcheck.run r
      JOIN healthcheck.schedule s USING (target_id) ORDER BY r.target_id, r.at`)
    const byTarget = Map.groupBy(rows, ({ target_id }) => target_id as number)
    expect(byTarget.size).toBe(CHECKS)
    let missed = 0
    for (const [id, runs] of byTarget) {
      const onSlots = runs.filter(({ at, phase_ms }) => (at.getTime() - phase_ms) % INTERVAL_MS === 0)
      expect(onSlots, `runs of ${id} beside its slots`).toHaveLength(runs.length)
      // Every slot up to the last one is told of, and none twice.
      const told = onSlots.reduce((sum, { slots }) => sum + slots, 0)
      const first = onSlots[0].at.getTime() - (onSlots[0].slots - 1) * INTERVAL_MS
      expect(told, `slots of ${id}`).toBe((onSlots.at(-1)!.at.getTime() - first) / INTERVAL_MS + 1)
      // Whoever was called without storing it was killed: the run is among the missed ones.
      expect(calls.get(`/${id}`) ?? 0, `calls of ${id}`).toBeLessThanOrEqual(
        runs.filter(({ outcome, slots }) => outcome !== 3 || slots === 1).length,
      )
      for (const { at, outcome, slots } of runs) {
        if (outcome !== 3) continue
        missed += slots
        const near = events.some(
          (event) => at.getTime() > event.from - 4_000 && at.getTime() < event.to + LEASE_MS + 3_000,
        )
        expect(near, `the missed run of ${id} at ${at.toISOString()}`).toBe(true)
      }
    }
    const stored = rows.filter(({ outcome }) => outcome !== 3)
    expect(missed).toBeGreaterThan(0)
    expect(stored.length).toBeGreaterThan(LEAST_STORED)
    expect(new Set(events.map(({ what }) => what)).size).toBe(2)
    if (LONG)
      console.log(
        `${stored.length} ticks stored, ${missed} missed, ${[...calls.values()].reduce((a, b) => a + b, 0)} calls; ${events.map(({ what, servers, ms }) => `${what} ${servers}${what === "stop" ? ` ${Math.round(ms)} ms` : ""}`).join(", ")}`,
      )
  })
})

describe("the address of a heartbeat", () => {
  it("takes calls on both origins, and tells nothing to whoever holds none", async () => {
    const [{ id }] = await ask("SELECT id FROM healthcheck.target ORDER BY id LIMIT 1")
    const token = "a-token-of-a-job"
    await ask("INSERT INTO healthcheck.heartbeat VALUES ($1, $2, now())", [
      id,
      createHash("sha256").update(token).digest("hex"),
    ])
    const { url, siteUrl } = servers[0]!
    const answers = [
      await fetch(`${url}/api/push/${token}?status=down&msg=disk%20full&ping=12`),
      await fetch(`${siteUrl()}/api/push/${token}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ status: "up", msg: "done", value: 3 }),
      }),
      await fetch(`${url}/api/push/${token}`, { method: "POST" }),
    ]
    for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    expect(
      await ask("SELECT status, message, value FROM healthcheck.beat WHERE target_id = $1 ORDER BY at", [id]),
    ).toEqual([
      { status: "down", message: "disk full", value: 12 },
      { status: "up", message: "done", value: 3 },
      { status: "up", message: "", value: null },
    ])
    for (const origin of [url, siteUrl()]) {
      const refused = await fetch(`${origin}/api/push/another-token`)
      expect(refused.status).toBe(404)
      expect(await refused.text()).not.toContain("token")
    }
  })
})

describe("a thousand jobs that call at the full minute", () => {
  it("are all heard, and people are served meanwhile", async () => {
    const token = "a-token-of-a-thousand-jobs"
    const [{ id }] = await ask("SELECT id FROM healthcheck.target ORDER BY id DESC LIMIT 1")
    await ask("INSERT INTO healthcheck.heartbeat VALUES ($1, $2, now())", [
      id,
      createHash("sha256").update(token).digest("hex"),
    ])
    const { url } = servers[0]!
    const session = await signIn(url, "ana@example.test", "correct horse battery")
    const calls = Array.from({ length: 1_000 }, (_, n) =>
      fetch(`${url}/api/push/${token}?msg=${n}`, { method: n % 2 ? "POST" : "GET" }).then(async (answer) => {
        await answer.text()
        return answer.status
      }),
    )

    expect((await session.call("catalog.listGroups")).status).toBe(200)
    expect(
      Object.entries(Object.groupBy(await Promise.all(calls), String)).map(([status, of]) => [status, of!.length]),
    ).toEqual([["200", 1_000]])
    expect(
      await ask("SELECT count(DISTINCT message)::int AS heard FROM healthcheck.beat WHERE target_id = $1", [id]),
    ).toEqual([{ heard: 1_000 }])
  })
})

async function placeChecks(systemId: string): Promise<void> {
  await ask(
    `WITH checks AS (
       INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries,
         status_rule, subject, created_by_id, created_by_name, created_at, updated_at)
       SELECT 'Check ' || n, '', 'http', '{}', '[{"id":"response","assertions":[]}]', 5, 1, 0,
         '{"kind":"consecutive","unhealthyAfter":2,"degradedAfter":2,"healthyAfter":1}', '', 'ana', 'Ana', now(), now()
       FROM generate_series(1, $1::int) n RETURNING id),
     assigned AS (INSERT INTO healthcheck.assignment (check_id, system_id) SELECT id, $2::uuid FROM checks RETURNING id, check_id),
     targets AS (INSERT INTO healthcheck.target (assignment_id, check_id, system_id, created_at)
       SELECT id, check_id, $2::uuid, now() FROM assigned RETURNING id)
     INSERT INTO healthcheck.state (target_id) SELECT id FROM targets`,
    [CHECKS, systemId],
  )
  await ask(
    `UPDATE healthcheck."check" c SET config = jsonb_build_object('version', 1, 'url', $1 || t.id) FROM healthcheck.target t WHERE t.check_id = c.id`,
    [`http://127.0.0.1:${port}/`],
  )
  await ask(
    `INSERT INTO healthcheck.schedule (target_id, interval_ms, phase_ms, lease_ms, next_at)
     SELECT id, 5000, healthcheck.phase_of(id, 5000), $1, healthcheck.next_slot(platform.now(), 5000, healthcheck.phase_of(id, 5000)) FROM healthcheck.target`,
    [LEASE_MS],
  )
}

interface Disturbance {
  what: "kill" | "stop"
  servers: number[]
  ms: number
}

/** Of the short form both kinds, of the long one whatever the seed says. */
function* disturbances(): Generator<Disturbance> {
  if (!LONG) {
    yield { what: "stop", servers: [2], ms: LEASE_MS + 500 }
    // All of them: nobody knows which one holds a run at that moment, and the held run must be told of.
    yield { what: "kill", servers: [0, 1, 2], ms: 0 }
    return
  }
  const random = seededRandom(SEED)
  for (;;)
    yield {
      what: random() < 0.5 ? "kill" : "stop",
      servers: [Math.floor(random() * servers.length)],
      ms: 200 + random() * 2 * LEASE_MS,
    }
}

/** Kills and stops servers, one after the other, until the time is over; a killed one is started again. */
async function disturb(): Promise<(Disturbance & { from: number; to: number })[]> {
  const until = Date.now() + SECONDS * 1_000
  const events: (Disturbance & { from: number; to: number })[] = []
  // A wait by time: the subject is what happens while time goes by.
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  for (const event of disturbances()) {
    await wait(1_500)
    // The short form is over when both of its kinds were seen, however long they took.
    if (LONG && Date.now() >= until) break
    const from = Date.now()
    const { what, servers: which, ms } = event
    if (what === "kill") {
      await callIsHeld()
      await Promise.all(which.map((server) => servers[server]!.kill()))
      held = undefined
      await Promise.all(which.map(async (server) => (servers[server] = await start(HOURS[server]!))))
    } else {
      for (const server of which) servers[server]!.child.kill("SIGSTOP")
      await wait(ms)
      for (const server of which) servers[server]!.child.kill("SIGCONT")
    }
    events.push({ ...event, from, to: Date.now() })
  }
  await wait(Math.max(0, until - Date.now()))
  // A machine that was held up meanwhile takes longer for as many.
  await expect.poll(countStored, { timeout: 60_000, interval: 200 }).toBeGreaterThan(LEAST_STORED)
  return events
}

async function countStored(): Promise<number> {
  const [{ count }] = await ask("SELECT count(*)::int AS count FROM healthcheck.run WHERE outcome <> 3")
  return count
}

/** No more ticks begin, and every lease is stored or lapsed. */
async function settled(): Promise<void> {
  await ask("UPDATE healthcheck.schedule SET next_at = NULL")
  await expect
    .poll(() => ask("SELECT count(*)::int AS held FROM healthcheck.schedule WHERE lease IS NOT NULL"), {
      timeout: LEASE_MS + 10_000,
      interval: 200,
    })
    .toEqual([{ held: 0 }])
}
