import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromium } from "playwright-core"
import { afterAll, describe, expect, inject, it } from "vitest"
import { findChromium } from "../scripts/chromium.mjs"
import { signedInAs } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const isLong = inject("long")
const [SYSTEMS, CHECKS, READS] = isLong ? [1_000, 5_000, 12] : [10, 50, 1]

const { url, ana } = await startWithAdministrator()
const watched = createServer((_, response) => response.end("ok"))
await new Promise<void>((listening) => watched.listen(0, "127.0.0.1", listening))
const address = `http://127.0.0.1:${(watched.address() as AddressInfo).port}/`
const browser = await chromium.launch(findChromium())
afterAll(async () => {
  watched.close()
  await browser.close()
})

describe(`the list of ${CHECKS} checks of ${SYSTEMS} systems`, () => {
  it("opens at little cost and stays live at less, while all of them run", { timeout: 900_000 }, async () => {
    await makeChecks()
    const context = await browser.newContext(signedInAs(ana, url))
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Performance.enable")
    const root = await browser.newBrowserCDPSession()
    const cpuSeconds = async () => {
      const { processInfo } = await root.send("SystemInfo.getProcessInfo")
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    }
    const mainThreadSeconds = async () => {
      const { metrics } = await session.send("Performance.getMetrics")
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN
    }
    // The browser itself has started by then.
    await page.goto(`${url}/account`)
    await page.getByRole("heading", { level: 1 }).waitFor()

    const [cpuBefore, begun] = [await cpuSeconds(), performance.now()]
    await page.goto(`${url}/checks`)
    await page
      .getByRole("link", { name: /^Check \d+$/ })
      .first()
      .waitFor()
    const shownMs = performance.now() - begun
    const opening = (await cpuSeconds()) - cpuBefore
    const reads: number[] = []
    page.on("request", (request) => request.url().endsWith("/healthcheck/list") && reads.push(performance.now()))
    const [threadBefore, from] = [await mainThreadSeconds(), performance.now()]
    await expect.poll(() => reads.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(READS)
    const seconds = (performance.now() - from) / 1_000
    const steady = ((await mainThreadSeconds()) - threadBefore) / seconds
    const rows = await page.getByRole("row").count()

    console.log(
      `${CHECKS} checks: the list opened after ${Math.round(shownMs)} ms with ${opening.toFixed(2)} s of browser CPU; ` +
        `then ${(steady * 100).toFixed(2)} % of the main thread and ${(reads.length / seconds).toFixed(2)} reads a second, with ${rows} rows.`,
    )
    expect(rows).toBeLessThanOrEqual(51)
    // Of the short form only what cannot depend on how busy the machine is.
    if (!isLong) return
    expect(opening).toBeLessThan(1)
    expect(steady).toBeLessThan(0.05)
  })
})

async function makeChecks(): Promise<void> {
  const { version } = await expectOk(ana.call<{ version: number }>("healthcheck.getSettings"))
  await expectOk(ana.call("healthcheck.updateSettings", { version, allowPrivate: "127.0.0.0/8", perHost: 50 }))
  const systems: string[] = []
  await inLanes(SYSTEMS, async (at) => {
    const made = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: `System ${at}` }))
    systems[at] = made.id
  })
  await inLanes(CHECKS, (at) =>
    expectOk(
      ana.call("healthcheck.create", {
        name: `Check ${at}`,
        strategyId: "http",
        config: { url: address },
        intervalSeconds: isLong ? 60 : 5,
        assignments: [{ systemId: systems[at % SYSTEMS] }],
      }),
    ),
  )
}

async function inLanes(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}
