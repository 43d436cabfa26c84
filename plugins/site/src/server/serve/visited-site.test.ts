/** Two built servers, one database, and a browser that visits what they publish. */
import { databaseFromTemplate, openSession, type SpawnedServer, signIn, spawnServer } from "@countersign/testing"
import { HtmlValidate } from "html-validate"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { sitePlugin } from "../../server.ts"
import { pageWith } from "../publish/draft.fixture.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, [sitePlugin])
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret for these servers alone, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}
const servers: SpawnedServer[] = []
let browser: Browser
let call: <T>(verb: string, input: object) => Promise<T>

beforeAll(async () => {
  // One after the other: the first makes the tables.
  for (let n = 0; n < 2; n += 1) servers.push(await spawnServer(variables))
  browser = await chromium.launch(findChromium())
  const session = openSession(
    servers[0]!.url,
    (await signIn(servers[0]!.url, "ana@example.test", "correct horse battery")).cookie(),
  )
  call = async <T>(verb: string, input: object): Promise<T> => {
    const { status, body } = await session.call<T>(verb, input)
    if (status !== 200) throw new Error(`${verb}: ${status} ${JSON.stringify(body)}`)
    return body
  }
}, 60_000)
afterAll(async () => {
  await browser?.close()
  for (const server of servers) await server.stop()
  await drop()
})

const HOSTILE = [
  '"><img src=x onerror=hit()>',
  "</title><script>hit()</script>",
  "javascript:hit()",
  'red;background:url("//evil.test/x")',
  "//evil.test/x.png",
  "{currentEntry.id}",
]
const PLACES = `<cs-loop data-source="systems" data-order-by="name"><p class="name" title="{currentEntry.name}" style="color: {currentEntry.name}">{currentEntry.name}</p>
<p><a href="{currentEntry.name}">a</a><img src="{currentEntry.name}" alt="{currentEntry.name}"><span class="state">{currentEntry.statusWords}</span></p><textarea>{currentEntry.name}</textarea></cs-loop>`

describe("a published site on two servers", () => {
  it("shows hostile rows as letters, runs and loads nothing of them, and refreshes them while it is open", {
    timeout: 60_000,
  }, async () => {
    const ids: string[] = []
    for (const [at, name] of HOSTILE.entries()) {
      const { id } = await call<{ id: string }>("catalog.createSystem", { name: `System ${at}` })
      ids.push(id)
      await call("site.setPublicName", { systemId: id, name })
    }
    const { tab } = await call<{ tab: string }>("site.joinTab", {})
    const commands = pageWith("home", "Home", PLACES, "")
    await call("site.applyCommands", { tab, seen: 0, batches: [{ counter: 1, commands }] })
    await call("site.publish", {})

    const page = await browser.newPage()
    const elsewhere: string[] = []
    const complaints: string[] = []
    page.on("request", (request) => {
      if (!request.url().startsWith(servers[1]!.siteUrl()!)) elsewhere.push(request.url())
    })
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    await page.addInitScript(() => {
      const ran = { times: 0 }
      Object.assign(window, { ran, hit: () => (ran.times += 1), alert: () => (ran.times += 1) })
    })
    await expect.poll(async () => (await fetch(`${servers[1]!.siteUrl()}/`)).text()).toContain('class="name"')
    await page.goto(`${servers[1]!.siteUrl()}/`)
    expect((await page.locator(".name").allTextContents()).toSorted()).toEqual(HOSTILE.toSorted())
    await call("catalog.reportStatus", { systemId: ids[0], status: "unhealthy", reason: "x" })
    // What the clock of the page would do within half a minute.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
          return page.locator(".state", { hasText: "Not working" }).count()
        },
        { timeout: 15_000 },
      )
      .toBe(1)
    expect(await page.evaluate(() => (window as unknown as { ran: { times: number } }).ran.times)).toBe(0)
    expect(elsewhere).toEqual([])
    expect(complaints.filter((text) => /script|Refused to execute|evil/i.test(text))).toEqual([])
    await page.close()
  })

  it("answers with the same bytes and tags on both, whole, in part, compressed and without a body", async () => {
    const forms: RequestInit[] = [
      {},
      { headers: { "accept-encoding": "br" } },
      { headers: { range: "bytes=5-25" } },
      { method: "HEAD" },
    ]
    for (const path of ["/", "/robots.txt", "/sitemap.xml", "/nowhere"]) {
      for (const form of forms) {
        const [here, there] = await Promise.all(
          servers.map(async (server) => {
            const response = await fetch(server.siteUrl() + path, form)
            const { status, headers } = response
            const named = ["etag", "content-type", "content-range", "content-encoding", "content-security-policy"]
            return {
              status,
              headers: named.map((name) => headers.get(name)),
              body: Buffer.from(await response.arrayBuffer()).toString("base64"),
            }
          }),
        )
        expect(there, `${path} ${JSON.stringify(form)}`).toEqual(here)
      }
    }
  })

  it("is HTML as the standard has it, where it comes from nobody's hand", async () => {
    const html = await (await fetch(`${servers[0]!.siteUrl()}/nowhere`)).text()
    const report = await new HtmlValidate({ extends: ["html-validate:standard"] }).validateString(html)
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })
})
