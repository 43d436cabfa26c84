import type { BrowserContext, Page, Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { placesAfterSignIn } from "./places.ts"
import { expectOk, startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { atRest } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
const things = await seedPages(ana)
// They would change by themselves what pages show.
const { items: checks } = await expectOk(ana.call<{ items: { id: string }[] }>("healthcheck.list", { limit: 200 }))
await expectOk(ana.call("healthcheck.pause", { ids: checks.map(({ id }) => id), reason: "Nothing moves by itself." }))
const { items: channels } = await expectOk(ana.call<{ items: { id: string }[] }>("notification.channels", {}))
// A message that cannot be delivered is tried again, which pages of channels and messages show.
for (const { id } of channels) await expectOk(ana.call("notification.deleteChannel", { id }))
const browser = useBrowser()

const paths = placesAfterSignIn(things).flatMap(({ path, prepare }) => (prepare ? [] : [path]))

describe("a page load", () => {
  it.for([1, 2, 3])("reads nothing twice, whatever the page: third %i of them", async (third) => {
    const loaded = paths.filter((_, at) => at % 3 === third - 1)
    const { context } = await browser.visit(signedInAs(ana, url))
    const twice = await inLanes(context, loaded, async (page, path) => {
      const asked = await requestsOf(page, () => page.goto(url + path))
      return asked.filter((each, at) => asked.indexOf(each) < at).map((each) => `${path}: ${each}`)
    })

    expect(twice).toEqual([])
  })

  it("of the start page asks for what is on it, and for nothing else", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))

    const asked = await requestsOf(page, () => page.goto(url))

    // Who is signed in, the two numbers beside the navigation, the seven first steps, what needs attention with the marks of
    // systems and of incidents whose names look alike, how much is used.
    expect(asked.length).toBeLessThanOrEqual(15)
  })
})

describe("a change", () => {
  it("of one's own is read once by the page that made it", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await requestsOf(page, () => page.goto(`${url}/catalog/groups`))

    const asked = await requestsOf(page, async () => {
      await page.getByRole("button", { name: "Add group" }).click()
      await page.getByRole("dialog").getByLabel("Name").fill("Warehouse")
      await page.keyboard.press("Enter")
      await page.getByRole("cell", { name: "Warehouse", exact: true }).waitFor()
    })

    expect(asked.filter((each) => each.startsWith("/api/v1/catalog/listGroups"))).toHaveLength(1)
  })

  it("of another's thing is not read by a page about one thing, and one of that thing is", async () => {
    const create = (name: string) => expectOk(ana.call<{ id: string }>("catalog.createSystem", { name }))
    const [shown, other] = [await create("Here"), await create("Elsewhere")]
    const { page } = await browser.visit(signedInAs(ana, url))
    await requestsOf(page, () => page.goto(`${url}/catalog/systems/${shown.id}`))
    const report = (systemId: string, status: string) =>
      expectOk(ana.call("catalog.reportStatus", { systemId, source: "journey", status, reason: "" }))

    const asked = await requestsOf(page, async () => {
      await report(other.id, "unhealthy")
      await report(shown.id, "unhealthy")
      await page.locator("#main").getByText("Unhealthy").first().waitFor()
    })

    expect(asked.filter((each) => each.startsWith("/api/v1/catalog/getSystem "))).toHaveLength(1)
  })
})

describe("a row that comes in above", () => {
  it("moves nothing between press and release, and is there after it", async () => {
    const create = (name: string) => expectOk(ana.call<{ id: string }>("catalog.createSystem", { name }))
    const wanted = await create("0 wanted")
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/catalog/systems`)
    const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) })
    await row("0 wanted").waitFor()
    await atRest(page)
    /** Once the page has read the list with it. */
    const comesIn = async (name: string) => {
      const read = page.waitForResponse(
        async (response) => response.url().includes("/catalog/listSystems") && (await response.text()).includes(name),
      )
      await create(name)
      await read
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    }

    await page.getByRole("heading", { level: 1 }).hover()
    await page.mouse.down()
    await comesIn("0 above")
    expect(await row("0 above").count()).toBe(0)
    await page.mouse.up()
    await row("0 above").waitFor()

    await row("0 wanted").hover()
    await page.mouse.down()
    await comesIn("0 above that")
    await page.mouse.up()
    await page.waitForURL(`${url}/catalog/systems/${wanted.id}`)
  })
})

/** Every request to the API that the page makes until it is at rest, its connection for news is open and it rests on. */
async function requestsOf(page: Page, work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const last = { at: performance.now() }
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith("/api/v1/")) return
    last.at = performance.now()
    asked.push(`${pathname} ${request.postData() ?? ""}`)
  }
  page.on("request", note)
  await work()
  await atRest(page)
  await expect.poll(openStreams, { timeout: 15_000 }).toBeGreaterThan(0)
  // A wait by time: a read that is one too many would come 0.7 s after the first at the latest.
  await expect.poll(() => performance.now() - last.at, { timeout: 15_000 }).toBeGreaterThan(1_200)
  page.off("request", note)
  return asked
}

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^countersign_event_streams (\d+)$/m.exec(text)?.[1])
}

/** Several tabs at a time: one alone would wait most of the time. */
async function inLanes<T>(
  context: BrowserContext,
  paths: readonly string[],
  work: (page: Page, path: string) => Promise<T[]>,
): Promise<T[]> {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const page = await context.newPage()
      const found: T[] = []
      for (const path of paths.filter((_, at) => at % LANES === lane)) found.push(...(await work(page, path)))
      return found
    }),
  )
  return lanes.flat()
}

const LANES = 4
