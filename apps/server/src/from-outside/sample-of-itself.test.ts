import { expect, it, vi } from "vitest"
import { startBuiltServer } from "./built-server.fixture.ts"

const { server, ana } = await startBuiltServer()

const tryIt = (config: object) =>
  ana.call<{ outcome: string; failure: { message: string } | null }>("healthcheck.tryCheck", {
    strategyId: "http",
    config,
    collectors: [{ id: "response", assertions: [] }],
    intervalSeconds: 60,
  })

interface Sampled {
  id: string
  name: string
  status: string
  systems: { id: string }[]
}

it("a newcomer sees a week on a chart, a status, and an incident begun about what fails, all within a minute", async () => {
  expect((await ana.call("platform.addSample", {})).status).toBe(200)
  const [failing] = await vi.waitFor(
    async () => {
      const { body } = await ana.call<{ items: Sampled[] }>("healthcheck.list", { text: "nightly export" })
      expect(body.items).toMatchObject([{ name: "Sample: nightly export", status: "unhealthy" }])
      return body.items
    },
    { timeout: 60_000, interval: 200 },
  )
  const to = new Date()
  const range = { from: new Date(to.getTime() - 7 * 86_400_000).toISOString(), to: to.toISOString(), buckets: 84 }
  const { body: stats } = await ana.call<{ points: { ok: number; failed: number; p50: number | null }[] }>(
    "healthcheck.runStats",
    { checkId: failing!.id, ...range },
  )
  expect(stats.points.filter(({ ok, p50 }) => ok > 0 && p50 !== null).length).toBeGreaterThan(60)
  expect(stats.points.filter(({ failed }) => failed > 0).length).toBeGreaterThan(0)

  const systemId = failing!.systems[0]!.id
  const { body: system } = await ana.call<{ status: string }>("catalog.getSystem", { systemId })
  expect(system.status).toBe("unhealthy")
  const { body: incidents } = await ana.call<{ items: { title: string; status: string }[] }>("incident.list", {
    systemId,
  })
  expect(incidents.items).toMatchObject([{ title: "Sample: nightly export is missing again", status: "investigating" }])
})

it("a product nobody configured watches itself: its front page, at the address it listens at, and nothing else there", async () => {
  expect((await ana.call("platform.addSample", {})).status).toBe(200)
  await vi.waitFor(
    async () => {
      const { body } = await ana.call<{ items: { name: string; status: string }[] }>("healthcheck.list", {
        text: "Countersign answers",
      })
      expect(body.items).toMatchObject([{ name: "Sample: Countersign answers", status: "healthy" }])
    },
    { timeout: 15_000, interval: 200 },
  )

  const url = `${server.url}/`
  expect((await tryIt({ url })).body).toMatchObject({ outcome: "ok", failure: null })
  const others = [
    { url: `${server.url}/metrics` },
    { url: server.url },
    { url: `${server.url}//` },
    { url, method: "POST" },
    { url, headers: [{ name: "X-Forwarded-For", value: "203.0.113.7" }] },
    { url, body: "x" },
  ]
  const answers = await Promise.all(others.map(tryIt))
  expect(answers.map(({ body }) => [body.outcome, body.failure?.message.includes("allow-list")])).toEqual(
    others.map(() => ["failed", true]),
  )
})
