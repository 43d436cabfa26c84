import { createServer, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { openDatabase } from "@countersign/core/host"
import { databaseFromTemplate, quickestMsOf, signIn, spawnServer } from "@countersign/testing"
import { afterAll, afterEach, describe, expect, inject, it, vi } from "vitest"
import { newsDigest } from "../../../../packages/core/src/contract/news.ts"
import { plugins } from "../plugins.ts"

/** What the scheduler of a built server gives to runs: secrets, templates, scripts, its limits and its allow-list. */

const TOKEN = "a-token-that-nobody-else-shall-see"
const PER_HOST = 2
const AT_ONCE = 6
const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const database = openDatabase(config, { poolSize: 2, onError: () => {} })
const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows

/** What is checked: tells back what it was asked, sends on to another host, or waits until it is let go. */
const calls: { host: string; path: string; authorization: string | undefined }[] = []
const held: ServerResponse[] = []
let isLetGo = false
let most = 0
const answer: RequestListener = (request, response) => {
  const { authorization } = request.headers
  const path = request.url!
  calls.push({ host: request.headers.host!.split(":")[0]!, path, authorization })
  if (path.startsWith("/away")) response.writeHead(302, { location: `http://127.0.0.2:${port}/taken` }).end()
  else if (path.startsWith("/slow")) {
    held.push(response)
    response.once("close", () => {
      if (held.includes(response)) held.splice(held.indexOf(response), 1)
    })
    most = Math.max(most, held.length)
    if (isLetGo) letGo()
  } else response.end(`You sent ${authorization}`)
}
function hold() {
  isLetGo = false
  most = 0
}
function letGo() {
  isLetGo = true
  for (const response of held.splice(0)) response.end("at last")
}
/** One for each check: one that waits for its host would have a place, and call nobody. */
const MANY = Array.from({ length: 24 }, (_, n) => `127.0.1.${n + 1}`)
const hosts = Array.from({ length: MANY.length + 2 }, () => createServer(answer))
await new Promise<void>((resolve) => hosts[0]!.listen(0, "127.0.0.1", resolve))
const { port } = hosts[0]!.address() as AddressInfo
for (const [n, address] of ["127.0.0.2", ...MANY].entries())
  await new Promise<void>((resolve) => hosts[n + 1]!.listen(port, address, resolve))
const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`

// Before the server starts: a running one reads its settings again only every ten seconds.
await ask("INSERT INTO platform.setting (key, value) VALUES ('plugin:healthcheck', $1)", [
  JSON.stringify({ allowPrivate: "127.0.0.1, 127.0.0.2, 127.0.1.0/24", perHost: PER_HOST, concurrency: AT_ONCE }),
])
const server = await spawnServer({
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for this server alone, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
})
afterEach(letGo)
afterAll(async () => {
  await server.stop()
  for (const host of hosts) {
    host.closeAllConnections()
    host.close()
  }
  await database.close()
  await drop()
})
const ana = await signIn(server.url, "ana@example.test", "correct horse battery")
async function demand<T = { id: string }>(verb: string, input: object): Promise<T> {
  const { status, body } = await ana.call<T>(verb, input)
  if (status !== 200) throw new Error(`${verb}: ${JSON.stringify(body)}`)
  return body
}
const environment = async (region: string) =>
  (await demand("catalog.createEnvironment", { name: region.toUpperCase(), fields: { region } })).id
const environmentIds = await Promise.all(["eu", "us"].map(environment))
const { id: systemId } = await demand("catalog.createSystem", {
  name: "Shop",
  environmentIds,
  metadata: { path: "orders" },
})

interface Draft {
  strategyId: string
  config: object
  collectors?: object[]
  environmentIds?: string[] | null
}

/** Once a day: it runs when it is made, and when a test wants it to. */
async function check({ environmentIds: where = [], ...draft }: Draft): Promise<string> {
  const { id } = await demand("healthcheck.create", {
    name: `Check ${crypto.randomUUID()}`,
    collectors: [],
    intervalSeconds: 86_400,
    timeoutSeconds: 10,
    retries: 0,
    ...draft,
    config: { version: 1, ...draft.config },
    assignments: [{ systemId, environmentIds: where }],
  })
  return id
}

interface Told {
  last_outcome: string
  sentence: string
  last_ok: { values: Record<string, Record<string, unknown>> } | null
}

/** How its targets stand once all of them ran since. */
async function ran(checkId: string, since = new Date(0)): Promise<Told[]> {
  return vi.waitFor(
    async () => {
      const rows = await ask(
        `SELECT s.last_at, s.last_outcome, s.sentence, s.last_ok FROM healthcheck.state s
         JOIN healthcheck.target t ON t.id = s.target_id WHERE t.check_id = $1 ORDER BY t.id`,
        [checkId],
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const { last_at } of rows) expect(last_at?.getTime() ?? -1).toBeGreaterThan(since.getTime())
      return rows
    },
    { timeout: 15_000, interval: 50 },
  )
}

/** As *Run now* does it, without the news of that verb. */
async function runNow(checkId: string): Promise<Date> {
  const [{ last }] = await ask(
    `WITH asked AS (UPDATE healthcheck.schedule s SET next_at = date_trunc('milliseconds', platform.now()) FROM healthcheck.target t
       WHERE t.id = s.target_id AND t.check_id = $1)
     SELECT max(s.last_at) AS last FROM healthcheck.state s JOIN healthcheck.target t ON t.id = s.target_id WHERE t.check_id = $1`,
    [checkId],
  )
  return last
}

describe("a check with a secret", async () => {
  await demand("platform.setSecret", { name: "SHOP_TOKEN", value: TOKEN, hosts: ["127.0.0.1"] })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: how a secret is named
  const headers = [{ name: "authorization", value: "Bearer ${{ secrets.SHOP_TOKEN }}" }]

  it("sends it where it may go, keeps it nowhere, and stops once it may go there no more", async () => {
    const id = await check({ strategyId: "http", config: { url: at("/secret"), headers } })
    const [told] = await ran(id)
    expect(told).toMatchObject({ last_outcome: "ok" })
    expect(calls.filter(({ path }) => path === "/secret")).toMatchObject([{ authorization: `Bearer ${TOKEN}` }])
    // The target told it back.
    const kept = await ask(
      "SELECT state::text AS text FROM healthcheck.state UNION ALL SELECT result::text FROM healthcheck.result",
    )
    expect(kept.length).toBeGreaterThan(0)
    for (const { text } of kept) expect(text).not.toContain(TOKEN)

    await demand("platform.setSecretHosts", { name: "SHOP_TOKEN", hosts: ["127.0.0.2"] })
    const [after] = await ran(id, await runNow(id))
    expect(after).toMatchObject({ last_outcome: "failed" })
    expect(after!.sentence).toContain("The secret SHOP_TOKEN may not go to 127.0.0.1.")
    expect(calls.filter(({ path }) => path === "/secret")).toHaveLength(1)
    await demand("platform.setSecretHosts", { name: "SHOP_TOKEN", hosts: ["127.0.0.1"] })
  })

  it("does not follow it to another host", async () => {
    const id = await check({ strategyId: "http", config: { url: at("/away"), headers, redirects: 3 } })
    const [told] = await ran(id)
    expect(told).toMatchObject({ last_outcome: "failed" })
    expect(told!.sentence).toContain("The secret SHOP_TOKEN may not go to 127.0.0.2.")
    expect(calls.filter(({ path }) => path === "/taken")).toEqual([])
  })
})

it("a check with templates calls what each environment and the system say", async () => {
  const url = at("/{{ environment.region }}/{{ system.path }}/{{ check.intervalSeconds }}")
  const id = await check({ strategyId: "http", config: { url }, environmentIds: null })
  expect((await ran(id)).map(({ last_outcome }) => last_outcome)).toEqual(["ok", "ok"])
  const paths = calls.map(({ path }) => path).filter((path) => path.includes("/orders/"))
  expect(paths.sort()).toEqual(["/eu/orders/86400", "/us/orders/86400"])
})

describe("a script", () => {
  it("of TypeScript calls what checks may call, and its answer is kept", async () => {
    const source = `import { defineHealthCheck } from "@countersign/sdk/healthcheck"
export default defineHealthCheck(async ({ config, system }) => {
  const response = await fetch(String(config.url))
  return { success: response.status === 200, message: system.name, value: response.status }
})`
    const id = await check({ strategyId: "script", config: { source, config: { url: at("/script") } } })
    const [told] = await ran(id)
    expect(told, told?.sentence).toMatchObject({
      last_outcome: "ok",
      last_ok: { values: { answer: { success: true, message: "Shop", value: 200 } } },
    })
    expect(calls.filter(({ path }) => path === "/script")).toHaveLength(1)
  })

  it("of shell is judged by its exit code and what it wrote", async () => {
    const id = await check({
      strategyId: "shell",
      config: { source: 'echo "$COUNTERSIGN_SYSTEM_NAME"; exit 3' },
      collectors: [{ id: "result", assertions: [{ field: "exitCode", operator: "equals", value: 3 }] }],
    })
    const [told] = await ran(id)
    expect(told, told?.sentence).toMatchObject({
      last_outcome: "ok",
      last_ok: { values: { result: { exitCode: 3, output: "Shop\n" } } },
    })
  })
})

it(`${PER_HOST} checks at once call one host; others of it wait, and those of other hosts do not`, async () => {
  hold()
  const paths = Array.from({ length: 6 }, (_, n) => `/slow/${n}`)
  const ids = await Promise.all(paths.map((path) => check({ strategyId: "http", config: { url: at(path) } })))
  await vi.waitFor(() => expect(held).toHaveLength(PER_HOST), { timeout: 10_000 })
  const other = await check({ strategyId: "http", config: { url: at("/quick", "127.0.0.2") } })
  expect(await ran(other)).toMatchObject([{ last_outcome: "ok" }])
  expect(held).toHaveLength(PER_HOST)

  letGo()
  const told = (await Promise.all(ids.map((id) => ran(id)))).flat()
  expect(told.map(({ last_outcome }) => last_outcome)).toEqual(paths.map(() => "ok"))
  expect(most).toBe(PER_HOST)
})

it("4 scripts at once run on a server; others of them wait, and other checks do not", async () => {
  hold()
  const source = "export default async ({ config }) => { await fetch(String(config.url)) }"
  const urls = Array.from({ length: 6 }, (_, n) => at(`/slow/script/${n}`))
  const ids = await Promise.all(urls.map((url) => check({ strategyId: "script", config: { source, config: { url } } })))
  await vi.waitFor(() => expect(held).toHaveLength(4), { timeout: 15_000 })
  const other = await check({ strategyId: "http", config: { url: at("/quick", "127.0.0.2") } })
  expect(await ran(other)).toMatchObject([{ last_outcome: "ok" }])
  expect(held).toHaveLength(4)

  letGo()
  const told = (await Promise.all(ids.map((id) => ran(id)))).flat()
  expect(told.map(({ last_outcome }) => last_outcome)).toEqual(urls.map(() => "ok"))
  expect(most).toBe(4)
})

describe(`with ${AT_ONCE} places for checks`, async () => {
  const slow = (kind: string, from = 0) =>
    Promise.all(
      MANY.slice(from, from + 12).map((host, n) =>
        check({ strategyId: "http", config: { url: at(`/slow/${kind}/${n}`, host) } }),
      ),
    )
  const due = (ids: readonly string[], suspects: readonly string[]) =>
    ask(
      `UPDATE healthcheck.schedule s SET next_at = date_trunc('milliseconds', platform.now()), suspect = t.check_id = ANY($2)
       FROM healthcheck.target t WHERE t.id = s.target_id AND t.check_id = ANY($1)`,
      [[...ids, ...suspects], suspects],
    )
  const nobodyIsHeld = () => vi.waitFor(() => expect(held).toHaveLength(0), { timeout: 10_000 })

  it("those that keep timing out have half of them, and one that is well runs on time beside them", async () => {
    letGo()
    const silent = await slow("silent")
    const live = await check({ strategyId: "http", config: { url: at("/live", "127.0.0.2") } })
    for (const id of [...silent, live]) await ran(id)
    hold()
    await due([], silent)
    await vi.waitFor(() => expect(held).toHaveLength(AT_ONCE / 2), { timeout: 10_000 })
    const tookMs = await quickestMsOf(3, async () => void (await ran(live, await runNow(live))))

    expect(tookMs).toBeLessThan(3_000)
    expect(most).toBe(AT_ONCE / 2)
    letGo()
    await nobodyIsHeld()
  })

  it("no more run at once, whoever of them keeps timing out", async () => {
    letGo()
    const [usual, silent] = [await slow("usual"), await slow("dead", 12)]
    for (const id of [...usual, ...silent]) await ran(id)
    hold()
    await due(usual, silent)
    await vi.waitFor(() => expect(held).toHaveLength(AT_ONCE), { timeout: 10_000 })
    // A wait by time: that no more come is the subject, and the scheduler looks every second at least.
    await new Promise((later) => setTimeout(later, 1_500))

    expect(most).toBe(AT_ONCE)
    letGo()
    await nobodyIsHeld()
  })
})

it("a private address outside the allow-list is not called, and the way to allow it is named", async () => {
  const id = await check({ strategyId: "http", config: { url: at("/forbidden", "127.0.0.3") } })
  const [told] = await ran(id)
  expect(told).toMatchObject({ last_outcome: "failed" })
  expect(told!.sentence).toContain("Settings > Health checks")
  expect(calls.filter(({ path }) => path === "/forbidden")).toEqual([])
})

it("open pages hear at once of a run that was asked for, also right after another run", async () => {
  const ids = [await check({ strategyId: "http", config: { url: at("/one") } })]
  ids.push(await check({ strategyId: "http", config: { url: at("/two") } }))
  for (const id of ids) await ran(id)
  const over = new AbortController()
  const stream = await ana.get("/api/v1/events", { signal: over.signal })
  let heard = ""
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => {})
  const news = (id: string) => heard.split(newsDigest(id)).length - 1
  await vi.waitFor(() => expect(heard).toContain("event: complete"), { timeout: 10_000 })
  const tookMs = await quickestMsOf(3, async (time) => {
    const id = ids[time % ids.length]!
    const before = news(id)
    await ran(id, await runNow(id))
    await vi.waitFor(() => expect(news(id)).toBeGreaterThan(before), { timeout: 15_000 })
  })
  // Pages hear of runs at their slots only every five seconds.
  expect(tookMs).toBeLessThan(3_000)
  over.abort()
  await reading
})
