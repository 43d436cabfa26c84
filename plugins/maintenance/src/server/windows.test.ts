import { catalogContract } from "@countersign/catalog/contract"
import { personId } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { Window } from "../contract.ts"
import { closeWindow } from "./close-window.ts"
import { deleteWindow } from "./delete-window.ts"
import { foreseeSystemDeletion, forgetSystem } from "./deleted-system.ts"
import { feed } from "./feed.ts"
import { testMaintenance } from "./maintenance.fixture.ts"
import { listIssues, listOccurrences, listWindows, previewWindow } from "./read-windows.ts"
import { sample } from "./sample.ts"
import { updateWindow } from "./update-window.ts"
import { windowTimeline } from "./window-timeline.ts"

const world = await testMaintenance()
const { olga, service, at, forward, moveOnDue, system, statusOf, schedule, read, told, platform, as, ask } = world
const HOUR = 60
const DAY = 24 * HOUR
const later = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString()
const coming = async (id: string) =>
  (await listOccurrences(olga, { id, from: await at(0) })).items.filter(({ state }) => state === "planned")

describe("a window that takes place once", () => {
  it("is announced an hour before, begins and ends at its time, and covers its systems meanwhile", async () => {
    const systemId = await system("Checkout")
    await platform.call(olga, catalogContract.reportStatus, { systemId, status: "unhealthy", measured: true })
    const { id } = await schedule([systemId], { startsAt: await at(3 * HOUR), endsAt: await at(4 * HOUR) })
    expect(await moveOnDue()).toBe(0)

    await forward(2 * HOUR + 1)
    expect([await moveOnDue(), await moveOnDue()]).toEqual([1, 0])
    expect(await statusOf(systemId)).toBe("unhealthy")
    await forward(HOUR)
    await moveOnDue()
    expect([(await read(id)).status, await statusOf(systemId)]).toEqual(["inProgress", "maintenance"])
    await forward(HOUR)
    await moveOnDue()

    expect([(await read(id)).status, await statusOf(systemId)]).toEqual(["completed", "unhealthy"])
    expect(await told(id)).toEqual(["scheduled", "approaching", "started", "ended"])
    expect((await read(id)).updates.map(({ status, author }) => [status, author.name])).toEqual([
      ["completed", "Countersign"],
      ["inProgress", "Countersign"],
    ])
    expect(await moveOnDue()).toBe(0)
  })

  it("begins at once when it is armed without a beginning, and is extended and closed early", async () => {
    const systemId = await system("Wiki")
    const { id, status, version } = await schedule([systemId], { minutes: 10, message: "Deploying 1.4." })
    expect([status, await statusOf(systemId)]).toEqual(["inProgress", "maintenance"])

    const extended = await updateWindow(olga, { id, version, endsAt: await at(30) })
    await forward(20)
    expect(await moveOnDue()).toBe(0)
    expect(extended.status).toBe("inProgress")
    const closed = await closeWindow(olga, { id, note: "Done." })

    expect([closed.status, await statusOf(systemId)]).toEqual(["completed", null])
    expect(Date.parse(closed.endsAt)).toBeLessThan(Date.parse(extended.endsAt))
    expect(await told(id)).toEqual(["scheduled", "started", "changed", "ended"])
    await expect(closeWindow(olga, { id, note: "Again." })).rejects.toThrow('"Upgrade" is over already')
    await expect(updateWindow(olga, { id, version: closed.version, endsAt: await at(90) })).rejects.toThrow(
      "only its title and description can change",
    )
  })

  it("is called off before it begins, and then does not begin", async () => {
    const systemId = await system("Search")
    const { id } = await schedule([systemId], { startsAt: await at(5), endsAt: await at(10) })

    expect((await closeWindow(olga, { id, note: "Not today." })).status).toBe("cancelled")
    await forward(6)
    expect([await moveOnDue(), await statusOf(systemId)]).toEqual([0, null])
    expect(await told(id)).toEqual(["scheduled", "cancelled"])
  })

  it("is over without ever having begun when no server ran meanwhile", async () => {
    const { id } = await schedule([await system("Mail")], { startsAt: await at(2 * HOUR), endsAt: await at(3 * HOUR) })
    await forward(5 * HOUR)
    await moveOnDue()

    expect((await read(id)).status).toBe("completed")
    expect(await told(id)).toEqual(["scheduled", "ended"])
  })

  it("covers only the environments it names", async () => {
    const production = await platform.call(olga, catalogContract.createEnvironment, { name: "Production" })
    const staging = await platform.call(olga, catalogContract.createEnvironment, { name: "Staging" })
    const systemId = await system("Queue", { environmentIds: [production.id, staging.id] })
    const report = { systemId, status: "degraded", measured: true } as const
    await platform.call(olga, catalogContract.reportStatus, { ...report, environmentId: production.id })
    const { id, environments } = await schedule([systemId], { minutes: 5, environmentIds: [staging.id] })

    expect(environments).toEqual([{ id: staging.id, name: "Staging" }])
    expect(await statusOf(systemId)).toBe("degraded")
    const { version } = await read(id)
    await updateWindow(olga, { id, version, environmentIds: [production.id] })
    expect(await statusOf(systemId)).toBe("maintenance")
    await expect(schedule([systemId], { minutes: 5, environmentIds: [crypto.randomUUID()] })).rejects.toThrow(
      "One of these environments does not exist",
    )
  })

  it.each([
    [{ startsAt: 60, endsAt: 60 }, "A window ends after it begins."],
    [{ startsAt: -60, endsAt: -5 }, "This is over already."],
    [{ startsAt: 0, endsAt: 32 * DAY }, "A window lasts at most 31 days."],
  ])("is refused with times that make no sense: %o", async (times, words) => {
    const now = await at(0)
    const [startsAt, endsAt] = [later(now, times.startsAt), later(now, times.endsAt)]
    await expect(schedule([await system("Odd")], { startsAt, endsAt })).rejects.toThrow(words)
  })

  it("lasts an hour without an end, and is refused with two", async () => {
    const systemIds = [await system("Odd")]
    const { startsAt, endsAt } = await schedule(systemIds, {})
    expect(endsAt).toBe(later(startsAt, 60))
    await expect(schedule(systemIds, { minutes: 5, endsAt: await at(5) })).rejects.toThrow("not both")
  })

  it("takes one of two changes that were based on the same version", async () => {
    const { id, version } = await schedule([await system("Races")], { minutes: 60 })
    const rename = (title: string) => updateWindow(olga, { id, version, title })
    const results = await Promise.allSettled([rename("One"), rename("Two")])
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })
})

describe("a window that recurs", () => {
  const daily = async (fields: { count?: number; inMinutes?: number } = {}) => {
    const systemId = await system("Nightly")
    const startsAt = await at(fields.inMinutes ?? 2 * HOUR)
    const rrule = `FREQ=DAILY${fields.count ? `;COUNT=${fields.count}` : ""}`
    const window = await schedule([systemId], { startsAt, endsAt: later(startsAt, 30), rrule, timeZone: "UTC" })
    return { ...window, systemId, startsAt }
  }

  it("goes on to its next occurrence until its rule ends", async () => {
    const { id, startsAt, systemId } = await daily({ count: 2 })
    await forward(2 * HOUR)
    await moveOnDue()
    expect(await statusOf(systemId)).toBe("maintenance")
    await forward(30)
    await moveOnDue()
    expect(await read(id)).toMatchObject({ status: "scheduled", startsAt: later(startsAt, DAY) })
    expect(await statusOf(systemId)).toBe(null)
    await forward(DAY - 30)
    await moveOnDue()
    await forward(30)
    await moveOnDue()

    expect((await read(id)).status).toBe("completed")
    expect(await told(id)).toEqual(["scheduled", "started", "ended", "started", "ended"])
  })

  it("is always known some way ahead", async () => {
    const { id } = await daily({ inMinutes: 5 })
    expect(await coming(id)).toHaveLength(20)
    await forward(15 * DAY)
    await moveOnDue()
    const ahead = await coming(id)
    expect(ahead.length).toBeGreaterThanOrEqual(10)
    expect(new Set(ahead.map(({ startsAt }) => startsAt.slice(11))).size).toBe(1)
  })

  it("has one occurrence moved and another left out, and the others stay", async () => {
    const { id, startsAt, version } = await daily()
    const [second, third] = [later(startsAt, DAY), later(startsAt, 2 * DAY)]
    const moved = { startsAt: later(second, 90), endsAt: later(second, 150) }

    const after = await updateWindow(olga, { id, version, occurrenceAt: second, ...moved })
    await updateWindow(olga, { id, version: after.version, occurrenceAt: third, skipped: true })

    const { items } = await listOccurrences(olga, { id, limit: 4 })
    expect(items.map(({ startsAt, state, moved }) => [startsAt, state, moved])).toEqual([
      [startsAt, "planned", false],
      [moved.startsAt, "planned", true],
      [third, "skipped", false],
      [later(startsAt, 3 * DAY), "planned", false],
    ])
    const { version: now } = await read(id)
    await expect(
      updateWindow(olga, { id, version: now, occurrenceAt: second, startsAt, endsAt: later(startsAt, 10) }),
    ).rejects.toThrow("another occurrence of this window takes place")
    await updateWindow(olga, { id, version: now, occurrenceAt: third, skipped: false })
    const words = (from: string, to: string) =>
      [from, to].map((one) => `${one.slice(0, 16).replace("T", " ")} UTC`).join(" to ")
    const ofThird = words(third, later(third, 30))
    const revisions = (await windowTimeline.verbs.listRevisions(olga, { id })).items
    expect(revisions.map(({ kind, changes }) => [kind, changes])).toEqual(
      [
        [`${ofThird}, left out`, ofThird],
        [ofThird, `${ofThird}, left out`],
        [words(second, later(second, 30)), words(moved.startsAt, moved.endsAt)],
      ].map(([before, after]) => ["windowEdited", [{ field: "occurrence", before, after }]]),
    )
    expect((await listOccurrences(olga, { id, limit: 3 })).items[2]).toMatchObject({ state: "planned" })
  })

  it.each([
    ["its rule", () => ({ rrule: "FREQ=WEEKLY" }), 7 * DAY],
    ["its zone", () => ({ timeZone: "Etc/GMT+1" }), DAY],
    [
      "what was read, and a title",
      ({ startsAt, endsAt, rrule, timeZone }: Window) => ({ title: "New", startsAt, endsAt, rrule, timeZone }),
      DAY,
    ],
    [
      "its rule, with what was read",
      ({ startsAt, endsAt }: Window) => ({ startsAt, endsAt, rrule: "FREQ=WEEKLY" }),
      7 * DAY,
    ],
    ["the times of the series", ({ series }: Window) => ({ title: "New", ...series }), DAY],
  ])("keeps its own times after one was moved and then changes %s", async (_what, changes, step) => {
    const { id, startsAt, version } = await daily()
    const moved = { startsAt: later(startsAt, 4 * HOUR), endsAt: later(startsAt, 8 * HOUR) }
    await updateWindow(olga, { id, version, occurrenceAt: startsAt, ...moved })
    const shown = await read(id)
    expect(shown).toMatchObject({ ...moved, series: { startsAt, endsAt: later(startsAt, 30) } })

    await updateWindow(olga, { id, version: shown.version, ...changes(shown) })

    const [, second, third] = await coming(id)
    expect([second, third].map((one) => [one!.startsAt, one!.endsAt])).toEqual([
      [later(startsAt, step), later(startsAt, step + 30)],
      [later(startsAt, 2 * step), later(startsAt, 2 * step + 30)],
    ])
  })

  it("keeps its own times when a moved occurrence is in progress and is extended, or the rule changes", async () => {
    const { id, startsAt, version } = await daily()
    const moved = { startsAt: later(startsAt, -HOUR), endsAt: later(startsAt, HOUR) }
    await updateWindow(olga, { id, version, occurrenceAt: startsAt, ...moved })
    await forward(HOUR + 1)
    await moveOnDue()
    const running = await read(id)
    expect(running).toMatchObject({ status: "inProgress", series: moved })
    const endsAt = later(moved.endsAt, 10)
    const extended = await updateWindow(olga, { id, version: running.version, endsAt })
    const expected = (step: number) => [
      [moved.startsAt, endsAt],
      [later(startsAt, step), later(startsAt, step + 30)],
    ]
    const firstTwo = async () => (await coming(id)).slice(0, 2).map((one) => [one.startsAt, one.endsAt])
    expect(await firstTwo()).toEqual(expected(DAY))
    await updateWindow(olga, { id, version: extended.version, rrule: "FREQ=WEEKLY" })
    expect(await firstTwo()).toEqual(expected(7 * DAY))
  })

  it("has all of its occurrences moved, and keeps those that are over", async () => {
    const { id, startsAt } = await daily({ inMinutes: 5 })
    await forward(DAY)
    await moveOnDue()
    const { version, startsAt: next } = await read(id)
    await updateWindow(olga, {
      id,
      version,
      startsAt: later(next, 60),
      endsAt: later(next, 80),
      rrule: "FREQ=DAILY;INTERVAL=2",
    })

    const { items } = await listOccurrences(olga, { id, limit: 3 })
    expect(items.map((one) => [one.startsAt, one.state])).toEqual([
      [startsAt, "done"],
      [later(next, 60), "planned"],
      [later(next, 60 + 2 * DAY), "planned"],
    ])
  })

  it("ends the running occurrence or leaves out the next, and ends for good when the series is meant", async () => {
    const { id, startsAt, systemId } = await daily()
    expect(await closeWindow(olga, { id, note: "Not tonight." })).toMatchObject({
      status: "scheduled",
      startsAt: later(startsAt, DAY),
    })
    await forward(2 * HOUR + DAY)
    await moveOnDue()
    expect(await statusOf(systemId)).toBe("maintenance")
    expect(await closeWindow(olga, { id, note: "Quick." })).toMatchObject({ startsAt: later(startsAt, 2 * DAY) })
    expect(await statusOf(systemId)).toBe(null)
    expect((await closeWindow(olga, { id, note: "No more.", series: true })).status).toBe("cancelled")
    expect(await coming(id)).toEqual([])
  })

  it("is refused when it would begin before it has ended, or never", async () => {
    const startsAt = await at(10)
    const draft = { startsAt, endsAt: later(startsAt, 2 * DAY), timeZone: "UTC" }
    const systemIds = [await system("Odd")]
    await expect(schedule(systemIds, { ...draft, rrule: "FREQ=DAILY" })).rejects.toThrow(
      "begin again before it has ended",
    )
    const never = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"
    await expect(schedule(systemIds, { ...draft, rrule: never })).rejects.toThrow("never comes up again")
  })
})

describe("times far away, and zones that are none", () => {
  it.each([
    ["0050-01-01T10:00:00Z", "0050-01-01T11:00:00Z", "too far back"],
    ["9990-01-01T10:00:00Z", "9990-01-01T11:00:00Z", "too far ahead"],
    ["9999-12-31T23:00:00Z", "9999-12-31T23:30:00Z", "too far ahead"],
  ])("from %s is refused in words", async (startsAt, endsAt, words) => {
    const systemId = await system(`Far ${startsAt}`)
    for (const rrule of [null, "FREQ=DAILY", "FREQ=YEARLY;INTERVAL=365"])
      await expect(schedule([systemId], { startsAt, endsAt, rrule })).rejects.toThrow(words)
  })

  it("is planned as far as years can be counted on", async () => {
    const systemId = await system("Far 2")
    const times = { startsAt: "2190-01-01T10:00:00Z", endsAt: "2190-01-01T11:00:00Z" }
    const { id } = await schedule([systemId], { ...times, rrule: "FREQ=YEARLY" })
    expect(await coming(id)).toHaveLength(10)
  })

  it("is refused where an offset stands for a zone", async () => {
    const systemId = await system("Far 3")
    for (const timeZone of ["+01:30", "-05:00"])
      await expect(
        schedule([systemId], { startsAt: await at(HOUR), endsAt: await at(2 * HOUR), timeZone }),
      ).rejects.toThrow("name of a time zone")
  })
})

describe("windows of the same systems", () => {
  it("tell each other's overlaps, to those who may see both", async () => {
    const [shared, other] = [await system("Shared"), await system("Other")]
    const startsAt = await at(10 * HOUR)
    const first = await schedule([shared], {
      title: "First",
      startsAt,
      endsAt: later(startsAt, HOUR),
      rrule: "FREQ=DAILY",
    })
    const asked = { systemIds: [shared, other], startsAt: later(startsAt, DAY + 30), endsAt: later(startsAt, DAY + 90) }

    expect((await previewWindow(olga, asked)).overlaps).toEqual([
      { id: first.id, title: "First", startsAt: later(startsAt, DAY), endsAt: later(startsAt, DAY + HOUR) },
    ])
    expect((await previewWindow(olga, { ...asked, systemIds: [other] })).overlaps).toEqual([])
    const { id } = await schedule(asked.systemIds, { title: "Second", startsAt: asked.startsAt, endsAt: asked.endsAt })
    expect((await read(id)).overlaps.map(({ title }) => title)).toEqual(["First"])
    expect((await read(first.id)).overlaps.map(({ title }) => title)).toEqual(["Second"])

    await world.makePrivate("catalog.system", shared)
    const vera = await world.withGrants("vera", { [other]: "viewer" })
    expect((await read(id, vera)).overlaps).toEqual([])
    expect((await previewWindow(vera, { ...asked, exceptId: id })).overlaps).toEqual([])
  })
})

describe("rights on a window", () => {
  it("come from its systems: one to see it, all to change it", async () => {
    const [one, two] = [await system("One"), await system("Two")]
    const { id, version } = await schedule([one, two], { minutes: 30 })
    const vera = await world.withGrants("vic", { [one]: "editor", [two]: "viewer" })
    const stranger = await world.withGrants("sam", {})

    expect((await read(id, vera)).mayChange).toBe(false)
    await expect(updateWindow(vera, { id, version, title: "Mine" })).rejects.toThrow("may see")
    await expect(read(id, stranger)).rejects.toThrow()
    await expect(schedule([two], { minutes: 5 }, vera)).rejects.toThrow("but not change maintenance windows on it")
  })
})

describe("what is wrong now", () => {
  it("tells of windows in progress and within the hour", async () => {
    const systemId = await system("Issue")
    await schedule([systemId], { title: "Now", minutes: 30 })
    await schedule([systemId], { title: "Soon", startsAt: await at(40), endsAt: await at(50) })
    await schedule([systemId], { title: "Later", startsAt: await at(70), endsAt: await at(80) })

    const { items } = await listIssues(olga, {})
    const mine = items.filter(({ quotes }) => quotes?.[0]?.id === systemId)
    expect(mine.map(({ thing, sentence }) => [thing.name, sentence.split(" on ")[0]])).toEqual([
      ["Now", "Maintenance is in progress"],
      ["Soon", "Maintenance begins within the hour"],
    ])
  })
})

describe("the list", () => {
  it("has open windows by their beginning before those that are over, page by page", async () => {
    const systemId = await system("Paged")
    const add = async (title: string, from: number) =>
      schedule([systemId], { title, startsAt: await at(from), endsAt: await at(from + 10) })
    const over = await add("Over", 5)
    await closeWindow(olga, { id: over.id, note: "Off." })
    for (const [title, from] of [
      ["C", 300],
      ["A", 100],
      ["B", 200],
    ] as const)
      await add(title, from)

    const first = await listWindows(olga, { systemId, limit: 3 })
    const second = await listWindows(olga, { systemId, limit: 3, after: first.nextCursor ?? "" })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(["A", "B", "C", "Over"])
    expect((await listWindows(olga, { systemId, state: "over" })).items).toHaveLength(1)
    expect((await listWindows(olga, { systemId, text: "b" })).items.map(({ title }) => title)).toEqual(["B"])
  })
})

describe("an environment that none of the systems runs in", () => {
  it("is told of by the plan, the answer and the window itself, as far as the caller sees all of its systems", async () => {
    const zone = async (name: string) =>
      (await platform.call(olga, catalogContract.createEnvironment, { name: `${name} ${crypto.randomUUID()}` })).id
    const [live, spare] = [await zone("Live"), await zone("Spare")]
    const systemId = await system("Placed", { environmentIds: [live] })
    const other = await system("Hidden")
    const times = { startsAt: await at(HOUR), endsAt: await at(2 * HOUR) }
    const said = /^"Placed .*" does not run in "Spare .*", so nothing is covered there\.$/

    const plan = await previewWindow(olga, { systemIds: [systemId], environmentIds: [live, spare], ...times })
    const made = await schedule([systemId], { environmentIds: [live, spare], ...times })
    expect([plan.notes, made.notes, (await read(made.id)).notes]).toEqual(
      [1, 2, 3].map(() => [expect.stringMatching(said)]),
    )
    const better = await updateWindow(olga, { id: made.id, version: made.version, environmentIds: [live] })
    expect([better.notes, (await read(made.id)).notes]).toEqual([[], []])

    const both = await schedule([systemId, other], { environmentIds: [spare], ...times })
    expect(both.notes).toEqual([expect.stringMatching(/^None of its systems runs in "Spare/)])
    await world.makePrivate("catalog.system", other)
    expect((await read(both.id)).notes).toEqual([])
  })
})

describe("a rule that ends after a number of times", () => {
  it("goes on with those that are left when times are edited, and anew when the number is", async () => {
    const startsAt = await at(HOUR)
    const made = await schedule([await system("Counted")], {
      startsAt,
      endsAt: later(startsAt, 30),
      rrule: "FREQ=DAILY;COUNT=4",
    })
    const { id } = made
    await forward(DAY + 2 * HOUR)
    while ((await moveOnDue()) > 0);
    const shown = await read(id)
    expect([shown.occurrenceAt, (await coming(id)).length]).toEqual([later(startsAt, 2 * DAY), 2])

    const moved = await updateWindow(olga, {
      id,
      version: shown.version,
      startsAt: later(shown.startsAt, 60),
      endsAt: later(shown.endsAt, 60),
    })
    expect([moved.rrule, (await coming(id)).length]).toEqual(["FREQ=DAILY;COUNT=2", 2])
    const longer = await updateWindow(olga, { id, version: moved.version, rrule: "FREQ=DAILY;COUNT=5" })
    expect([longer.rrule, (await coming(id)).length]).toEqual(["FREQ=DAILY;COUNT=5", 5])
  })
})

describe("a deleted system", () => {
  it("is taken off its windows, and an open one without another is cancelled", async () => {
    const [gone, kept] = [await system("Gone"), await system("Kept")]
    const alone = await schedule([gone], { minutes: 30 })
    const both = await schedule([gone, kept], { minutes: 30 })
    expect(await foreseeSystemDeletion(service, { id: gone })).toEqual({
      sentences: [
        "It is taken off 2 maintenance windows.",
        "One open maintenance window names no other system and is cancelled.",
      ],
    })

    expect(await forgetSystem(service, { systemId: gone, name: "Gone" })).toEqual({ windows: 2 })
    expect(await forgetSystem(service, { systemId: gone, name: "Gone" })).toEqual({ windows: 0 })

    const root = await as("root", "administrator")
    expect((await read(alone.id, root)).status).toBe("cancelled")
    expect((await read(both.id)).status).toBe("inProgress")
    expect([await statusOf(gone), await statusOf(kept)]).toEqual([null, "maintenance"])
  })

  it("leaves its last window in sight of those who read windows and of its author, to change of those who manage them", async () => {
    const gone = await system("Left behind")
    const viewer = await as("vera", "viewer")
    const stranger = await world.withGrants("stella", { [await system("Other")]: "editor", [gone]: "editor" })
    const { id } = await schedule([gone], { minutes: 30 }, stranger)
    const { id: olgas } = await schedule([gone], { minutes: 30 })
    await world.database.pool.query("DELETE FROM platform.team_grant WHERE thing_id = $1", [gone])
    await forgetSystem(service, { systemId: gone, name: "Left behind", wasPrivate: false })

    expect(await read(id)).toMatchObject({ status: "cancelled", systems: [], mayChange: true })
    expect(await read(id, viewer)).toMatchObject({ status: "cancelled", mayChange: false })
    expect(await read(id, stranger)).toMatchObject({ status: "cancelled", mayChange: false })
    await expect(read(olgas, stranger)).rejects.toThrow("No maintenance window has the id")
    // What is meant for those who work on it stays theirs.
    const internal = (updates: { visibility: string }[]) =>
      updates.filter(({ visibility }) => visibility === "internal")
    expect(internal((await read(id)).updates)).toHaveLength(1)
    expect(internal((await read(id, viewer)).updates)).toEqual([])
    const listed = async (caller: typeof olga) =>
      (await listWindows(caller, { status: "cancelled", limit: 200 })).items.map((one) => one.id)
    expect(await listed(viewer)).toEqual(expect.arrayContaining([id, olgas]))
    expect(await listed(stranger)).toEqual([id])
  })

  it("that was private leaves its last window to its author and to administrators", async () => {
    const gone = await system("Secret")
    await world.makePrivate("catalog.system", gone)
    const author = await world.withGrants("sven", { [await system("Else")]: "viewer", [gone]: "editor" })
    const { id } = await schedule([gone], { minutes: 30 }, author)
    await world.database.pool.query("DELETE FROM platform.team_grant WHERE thing_id = $1", [gone])
    await world.database.pool.query("DELETE FROM platform.private_thing WHERE thing_id = $1", [gone])
    await forgetSystem(service, { systemId: gone, name: "Secret", wasPrivate: true })

    await expect(read(id)).rejects.toThrow("No maintenance window has the id")
    expect(await read(id, author)).toMatchObject({ status: "cancelled", mayChange: false })
    expect(await read(id, await as("root", "administrator"))).toMatchObject({ mayChange: true })
  })
})

describe("a deleted window", () => {
  it("no longer covers its systems", async () => {
    const systemId = await system("Deleted")
    const { id } = await schedule([systemId], { minutes: 30 })
    await deleteWindow(olga, { id })
    expect(await statusOf(systemId)).toBe(null)
    await expect(read(id)).rejects.toThrow("No maintenance window has the id")
    expect(await told(id)).toEqual(["scheduled", "started", "cancelled"])
  })
})

describe("upkeep", () => {
  it("adds sample windows once and removes them, and knows what people scheduled on sample systems", async () => {
    const { id: systemId } = await platform.call(olga, catalogContract.createSystem, {
      name: "Sample shop",
      tags: ["sample"],
    })
    expect([await sample.addSample(service, {}), await sample.addSample(service, {})]).toEqual([
      { added: 2 },
      { added: 0 },
    ])
    await schedule([systemId], { title: "Mine", minutes: 5 })
    const asked = { resource: "catalog.system", ids: [systemId] }
    expect(await sample.referToSample(service, asked)).toEqual({
      references: [{ id: systemId, by: 'the maintenance window "Mine"' }],
    })
    expect(await sample.removeSample(service, {})).toEqual({ removed: 2 })
    expect((await listWindows(olga, { systemId })).items.map(({ title }) => title)).toEqual(["Mine"])
  })

  it("forgets a departed person's name and feed", async () => {
    const petra = await as("petra", "operator")
    const { id } = await schedule([await system("Left")], { minutes: 5 }, petra)
    await windowTimeline.verbs.addUpdate(petra, { id, message: "Begun." })
    await feed.verbs.renewFeed(
      { ...petra, http: { request: new Request("http://localhost/"), responseHeaders: new Headers(), address: "" } },
      {},
    )
    await windowTimeline.verbs.erasePerson(service, { personId: personId("petra"), name: "Former colleague" })
    expect(await read(id)).toMatchObject({
      createdBy: { name: "Former colleague" },
      updates: [{ author: { name: "Former colleague" } }, {}],
    })
    expect(await ask("SELECT FROM maintenance.feed WHERE person_id = $1", [personId("petra")])).toEqual([])
  })
})
