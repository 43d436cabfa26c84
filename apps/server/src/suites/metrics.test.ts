import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { lintMetrics } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { TEST_CERTIFICATE, TEST_KEY } from "../../../../packages/llm/src/transport/certificate.fixture.ts"
import { startBuiltServer } from "../from-outside/built-server.fixture.ts"

const { server, ana } = await startBuiltServer({ COUNTERSIGN_ALLOW_PRIVATE: "127.0.0.0/8" })
const { body: system } = await ana.call<{ id: string }>("catalog.createSystem", { name: "checkout" })
const watched = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, response) => response.end("up"))
await once(watched.listen(0, "127.0.0.1"), "listening")
afterAll(() => void watched.close())
const { body: settings } = await ana.call<{ version: number }>("healthcheck.getSettings")
await ana.call("healthcheck.updateSettings", { version: settings.version, allowPrivate: "127.0.0.0/8" })
/** Signs that a label has to escape; and two checks may bear one name. */
const NAME = 'Shop "answers" \\ all'
for (const port of [(watched.address() as AddressInfo).port, (watched.address() as AddressInfo).port, 9]) {
  const config = { url: `https://127.0.0.1:${port}/`, acceptUntrusted: true }
  const draft = { name: NAME, strategyId: "http", config, assignments: [{ systemId: system.id }] }
  expect(await ana.call("healthcheck.create", draft)).toMatchObject({ status: 200 })
}

async function scrape(): Promise<string> {
  const answer = await fetch(`${server.url}/metrics`)
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
  return answer.text()
}

describe("the metrics of the product, with every plugin", () => {
  it("break none of the rules that promtool has for names, types, units and series", async () => {
    const text = await scrape()

    expect(lintMetrics(text)).toEqual([])
    // Each kind is among them, and what a plugin adds.
    for (const name of [
      "countersign_verbs_total",
      "countersign_http_request_duration_seconds_bucket",
      "countersign_info",
    ])
      expect(text).toContain(`\n${name}{`)
    expect(text).toContain('\ncountersign_catalog_systems{status="not_reported"} 1\n')
    expect(text).toContain('\ncountersign_catalog_systems{status="unhealthy"} 0\n')
  })

  it("break none of them with checks that ran, whatever these are called", async () => {
    const seriesOf = async (name: string) =>
      (await scrape()).split("\n").filter((line) => line.startsWith(`countersign_healthcheck_${name}{`))
    await expect.poll(() => seriesOf("duration_seconds"), { timeout: 20_000 }).toHaveLength(3)

    expect(lintMetrics(await scrape())).toEqual([])
    const [first] = await seriesOf("duration_seconds")
    expect(first).toMatch(
      /\{check="Shop \\"answers\\" \\\\ all",system="checkout",environment="",target="\d+"\} [\d.]+$/,
    )
    // The one that fails has no status before that is confirmed.
    expect((await seriesOf("status")).filter((line) => line.endsWith(" 0"))).toHaveLength(2)
    expect(await seriesOf("certificate_remaining_seconds")).toHaveLength(2)
  })

  it.runIf(inject("long"))("are clean to promtool itself", async () => {
    const { error, status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input: await scrape(),
      encoding: "utf8",
    })
    if (error) throw new Error("Not installed here: prometheus. Run apt-get install prometheus, then this again.")

    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: "" })
  })
})
