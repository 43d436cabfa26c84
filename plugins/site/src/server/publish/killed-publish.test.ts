import type { ChildProcess } from "node:child_process"
import { spawnFixture, TEST_SECRET } from "@countersign/testing"
import { afterAll, expect, inject, it } from "vitest"
import { adding, pageWith } from "./draft.fixture.ts"
import { testPublishing } from "./publish.fixture.ts"

const { ana, database, edit, visit } = await testPublishing()
const pods = new Set<ChildProcess>()
afterAll(() => {
  for (const pod of pods) pod.kill("SIGKILL")
})

/** How many round trips it took; null where it died on the way. */
async function publishUntil(dieAt: { trip: number; side: "before" | "after" }): Promise<number | null> {
  const principal = { ...ana.principal, rules: [...ana.principal.rules] }
  const orders = { connection: database.config, secret: TEST_SECRET, principal, dieAt }
  try {
    const { child, said } = await spawnFixture("publish-process", orders)
    pods.add(child)
    child.kill("SIGKILL")
    return Number(said.split(" ")[1])
  } catch {
    return null
  }
}

const PATHS = ["/", "/one", "/two", "/nowhere"]

/** The edition that all addresses show alike, and the one that the versions end with. */
async function shown(): Promise<{ edition: number; versions: number }> {
  const { rows } = await database.pool.query(
    "SELECT publication, (SELECT max(number) FROM site.publication) AS versions FROM site.published",
  )
  const { publication, versions } = rows[0]
  expect(publication).toBe(versions)
  // Not older than a quarter of a second, so it is asked until it is the one that the pointer tells.
  const editions = await expect
    .poll(async () => {
      const pages = await Promise.all(PATHS.map(async (path) => (await visit(path)).text()))
      return new Set(pages.map((page) => /Edition (\d+)/.exec(page)?.[1]))
    })
    .toSatisfy((found: Set<string>) => found.size === 1 && [...found].every(Boolean))
    .then(async () => /Edition (\d+)/.exec(await (await visit("/")).text())![1]!)
  return { edition: Number(editions), versions }
}

const frame = (edition: number) =>
  adding(
    { type: "template", id: "frame" },
    "Frame",
    `<!doctype html><html><body><p>Edition ${edition}</p><cs-outlet></cs-outlet></body></html>`,
  )
const renew = (edition: number) =>
  edit({ type: "document.remove", document: { type: "template", id: "frame" } }, frame(edition), {
    type: "template.set",
    template: "frame",
    facts: { target: { type: "everywhere" }, priority: 1 },
  })

it("a publication is there whole or not at all, whichever round trip its server dies before or after", {
  timeout: 240_000,
}, async () => {
  await edit(
    frame(1),
    { type: "template.set", template: "frame", facts: { target: { type: "everywhere" }, priority: 1 } },
    ...pageWith("home", "Home", "<h1>Home</h1>", ""),
    ...pageWith("one", "One", "<h1>One</h1>"),
    ...pageWith("two", "Two", "<h1>Two</h1>"),
  )
  await publishUntil({ trip: -1, side: "before" })
  let edition = 2
  await renew(edition)
  const trips = (await publishUntil({ trip: -1, side: "before" }))!
  expect(trips).toBeGreaterThan(20)
  let { versions } = await shown()
  expect(versions).toBe(2)

  const points = inject("long")
    ? Array.from({ length: trips }, (_, at) => at + 1)
    : [Math.floor(trips / 3), trips - 3, trips - 1, trips]
  const deaths = points.flatMap((trip) => [
    { trip, side: "before" as const },
    { trip, side: "after" as const },
  ])
  let came = 0
  for (const death of inject("long") ? deaths : deaths.filter((_, at) => at % 2 === 1 || at >= 6)) {
    await renew(edition + 1)
    expect(await publishUntil(death)).toBeNull()
    const now = await shown()
    const isThere = now.versions === versions + 1
    expect(now).toEqual(isThere ? { edition: edition + 1, versions: versions + 1 } : { edition, versions })
    if (isThere) {
      came += 1
      edition += 1
      versions += 1
    }
  }
  // The commit is the last: dying after it changes nothing any more.
  expect(came).toBe(1)
  await renew(edition + 1)
  expect(await publishUntil({ trip: -1, side: "before" })).not.toBeNull()
  expect(await shown()).toEqual({ edition: edition + 1, versions: versions + 1 })
})
