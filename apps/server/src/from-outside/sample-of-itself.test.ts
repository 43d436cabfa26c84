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
