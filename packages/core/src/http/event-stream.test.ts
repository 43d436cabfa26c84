import { helloContract } from "@countersign/hello/contract"
import { helloPlugin } from "@countersign/hello/server"
import { testPlatform } from "@countersign/testing"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { type ChangeNews, newsDigest } from "../contract/news.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { createApiKey } from "../identity/api-key.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import { ADMINISTRATOR, openBrowser, setUpAna } from "../reserved/session/session.fixture.ts"
import { serveOnLoopback } from "./serve.fixture.ts"

const testing = await testPlatform({ plugins: [helloPlugin] })
const ana = await setUpAna(testing)
const here = await serveOnLoopback(testing.platform)
const pod = await testing.secondPod()
const there = await serveOnLoopback(pod)
afterAll(() => Promise.all([here.close(), there.close()]))

const pages: AbortController[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) page.abort()
  await vi.waitFor(async () => expect(await openStreams()).toBe(0), { timeout: 15_000 })
})

describe("GET /api/v1/events", () => {
  it("tells open pages on every pod what changed and which things, each change once", async () => {
    const [one, other] = [await openPage(here.url), await openPage(there.url)]

    const { body: ben } = await ana.call(helloContract.greet, { to: "Ben" })
    for (const page of [one, other]) await page.hears(ben.id)
    const { body: cem } = await ana.call(helloContract.greet, { to: "Cem" })
    for (const page of [one, other]) await page.hears(cem.id)

    for (const page of [one, other]) {
      const told = page.told().filter(({ resource }) => resource === "hello.greeting")
      expect(told.map(({ things }) => things)).toEqual([[newsDigest(ben.id)], [newsDigest(cem.id)]])
    }
    expect(one.text().startsWith("retry: 1000\n\n")).toBe(true)
  })

  it("tells a page that comes late what changed lately, how long ago, and how far back that is everything", async () => {
    const early = await openPage(here.url)
    const { body: dora } = await ana.call(helloContract.greet, { to: "Dora" })
    await early.hears(dora.id)

    const late = await openPage(here.url)
    await late.hears(dora.id)

    const [told] = late.told().slice(-1)
    const within = Number(/event: complete\ndata: {"withinMs":(\d+)}/.exec(late.text())?.[1])
    expect(within).toBeGreaterThan(told?.ageMs ?? Number.POSITIVE_INFINITY)
  })

  it("says which of a person's own requests made a change, and nothing of the kind for other clients", async () => {
    const page = await openPage(here.url)

    const headers = { "x-correlation-id": "request-of-ana" }
    const browser = openBrowser(testing.platform, { cookies: ana.cookies, headers })
    const { body: edo } = await browser.call(helloContract.greet, { to: "Edo" })
    await page.hears(edo.id)
    const mine = page.told().find(({ things }) => things?.includes(newsDigest(edo.id)))
    expect(mine?.cause).toBe(newsDigest("request-of-ana"))

    const byJob = await testing.platform.call(
      testing.platform.caller(servicePrincipal("hello"), "job"),
      helloContract.greet,
      { to: "Fay" },
    )
    await page.hears(byJob.id)
    expect(page.told().find(({ things }) => things?.includes(newsDigest(byJob.id)))?.cause).toBeUndefined()
  })

  it("may neither be stored nor held back on its way", async () => {
    const { response } = await openPage(here.url)

    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform")
    expect(response.headers.get("x-accel-buffering")).toBe("no")
  })

  it("is for people who are signed in", async () => {
    const stranger = await fetch(`${here.url}/api/v1/events`)
    expect([stranger.status, (await stranger.json()).code]).toEqual([401, "unauthenticated"])

    const { rows } = await testing.database.pool.query(
      "INSERT INTO platform.application (name) VALUES ('Bot') RETURNING id",
    )
    const { key } = await createApiKey(testing.database.direct, rows[0].id)
    const application = await fetch(`${here.url}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } })
    expect([application.status, (await application.json()).code]).toEqual([403, "forbidden"])
  })

  it("ends on every pod when its session does, and leaves other sessions alone", async () => {
    const elsewhere = openBrowser(testing.platform)
    await elsewhere.call(sessionContract.signIn, { email: ADMINISTRATOR.email, password: ADMINISTRATOR.password })
    const [leaving, staying] = [await openPage(there.url, elsewhere.cookies), await openPage(there.url)]

    await elsewhere.call(sessionContract.signOut, {})

    await vi.waitFor(() => expect(leaving.ended()).toBe(true), 5_000)
    expect(staying.ended()).toBe(false)
  })

  it("forgets a page that went away, and refuses more than twenty of one person", async () => {
    const open: Awaited<ReturnType<typeof openPage>>[] = []
    for (let count = 0; count < 20; count++) open.push(await openPage(here.url))

    const refused = await fetch(`${here.url}/api/v1/events`, { headers: { cookie: cookieOf(ana.cookies) } })
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe(
      "Ana has 20 event streams open, which is the most. Close some tabs or browsers.",
    )

    open[0]!.leave()
    await vi.waitFor(async () => expect(await openStreams()).toBe(19), { timeout: 15_000 })
    expect((await openPage(here.url)).response.status).toBe(200)
  })

  it("ends when the server drains, so that pages go to another pod", async () => {
    const page = await openPage(there.url)

    pod.drain()

    await vi.waitFor(() => expect(page.ended()).toBe(true), { timeout: 15_000 })
    expect((await fetch(`${there.url}/readyz`)).status).toBe(503)
  })
})

function cookieOf(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}

async function openPage(url: string, cookies = ana.cookies) {
  const page = new AbortController()
  pages.push(page)
  const response = await fetch(`${url}/api/v1/events`, { headers: { cookie: cookieOf(cookies) }, signal: page.signal })
  let heard = ""
  let ended = false
  void (async () => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    } catch {
      // Left, or cut off.
    }
    ended = true
  })()
  await vi.waitFor(() => expect(heard).toContain(": connected"), { timeout: 15_000 })
  const told = () =>
    [...heard.matchAll(/event: changed\ndata: (.*)\n\n/g)].flatMap(
      ([, data = ""]) => (JSON.parse(data) as { changes: ChangeNews[] }).changes,
    )
  const hears = (id: string) =>
    vi.waitFor(() => expect(told().some(({ things }) => things?.includes(newsDigest(id)))).toBe(true), {
      timeout: 15_000,
    })
  return { response, text: () => heard, told, hears, ended: () => ended, leave: () => page.abort() }
}

async function openStreams(): Promise<number> {
  const counts = await Promise.all(
    [here.url, there.url].map(async (url) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/^countersign_event_streams (\d+)$/m.exec(text)?.[1])
    }),
  )
  return counts.reduce((sum, count) => sum + count)
}
