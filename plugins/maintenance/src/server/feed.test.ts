import { describe, expect, it } from "vitest"
import { closeWindow } from "./close-window.ts"
import { deleteWindow } from "./delete-window.ts"
import { feed } from "./feed.ts"
import { testMaintenance } from "./maintenance.fixture.ts"
import { listOccurrences } from "./read-windows.ts"
import { updateWindow } from "./update-window.ts"

const { getFeed, readFeed, renewFeed, stopFeed } = feed.verbs
const world = await testMaintenance()
const { olga, at, system, schedule, as, anonymous, database } = world
const nobody = await anonymous()
const withAddress = { http: { request: new Request("http://localhost/"), responseHeaders: new Headers(), address: "" } }
const tokenOf = async (caller = olga) =>
  /([\w-]+)\.ics$/.exec((await renewFeed({ ...caller, ...withAddress }, {})).url)![1]!

const stampOf = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, "")

/** Events of a feed by UID, unfolded. */
async function eventsOf(token: string): Promise<Map<string, Record<string, string>>> {
  const { calendar } = await readFeed({ ...nobody, ...withAddress }, { token })
  const events = calendar.replaceAll("\r\n ", "").split("BEGIN:VEVENT\r\n").slice(1)
  return new Map(
    events.map((text) => {
      const lines = text
        .split("\r\n")
        .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)])
      const event = Object.fromEntries(lines) as Record<string, string>
      return [event.UID!, event] as const
    }),
  )
}

describe("a calendar feed", () => {
  it("has one event for each occurrence, which keeps its UID and counts its changes", async () => {
    const token = await tokenOf()
    const startsAt = await at(120)
    const { id, version } = await schedule([await system("Feed")], {
      title: "Patching; weekly",
      startsAt,
      endsAt: await at(180),
      rrule: "FREQ=WEEKLY",
    })
    const before = [...(await eventsOf(token)).values()].filter(({ UID }) => UID!.startsWith(id))
    expect(before).toHaveLength(20)
    expect(before[0]).toMatchObject({ SUMMARY: "Patching\\; weekly", STATUS: "CONFIRMED" })

    const second = (await listOccurrences(olga, { id })).items[1]!.occurrenceAt
    const moved = await updateWindow(olga, {
      id,
      version,
      occurrenceAt: startsAt,
      startsAt: await at(125),
      endsAt: await at(185),
    })
    await updateWindow(olga, { id, version: moved.version, occurrenceAt: second, skipped: true })

    const after = await eventsOf(token)
    const [one, two, three] = before.map(({ UID }) => after.get(UID!)!)
    expect(one!.DTSTART).not.toBe(before[0]!.DTSTART)
    expect(Number(one!.SEQUENCE)).toBeGreaterThan(Number(before[0]!.SEQUENCE))
    expect([one!.STATUS, two!.STATUS, three!.STATUS]).toEqual(["CONFIRMED", "CANCELLED", "CONFIRMED"])

    await world.forward(5)
    const earliest = stampOf(await at(0))
    await deleteWindow(olga, { id })
    const latest = stampOf(await at(0))
    await world.forward(5)
    const gone = await eventsOf(token)
    for (const { UID } of before) {
      expect(gone.get(UID!)).toMatchObject({ STATUS: "CANCELLED", SUMMARY: "Cancelled maintenance" })
      expect(Number(gone.get(UID!)!.SEQUENCE)).toBeGreaterThan(Number(after.get(UID!)!.SEQUENCE))
      const deletedAt = gone.get(UID!)!.DTSTAMP!
      expect([earliest <= deletedAt, deletedAt <= latest]).toEqual([true, true])
    }
  })

  it("tells that a window was called off", async () => {
    const token = await tokenOf()
    const { id } = await schedule([await system("Feed")], { startsAt: await at(60), endsAt: await at(90) })
    const [uid] = [...(await eventsOf(token)).keys()].filter((one) => one.startsWith(id))
    await closeWindow(olga, { id, note: "Off." })
    expect((await eventsOf(token)).get(uid!)).toMatchObject({ STATUS: "CANCELLED" })
  })

  it("does not take back what took place when the rest of its series is called off", async () => {
    const token = await tokenOf()
    const draft = { startsAt: await at(60), endsAt: await at(90), rrule: "FREQ=DAILY;COUNT=3" }
    const { id } = await schedule([await system("Feed")], draft)
    await world.forward(120)
    await world.moveOnDue()
    await closeWindow(olga, { id, note: "No more.", series: true })

    expect((await listOccurrences(olga, { id })).items.map(({ state }) => state)).toEqual(["done"])
    const events = [...(await eventsOf(token)).values()].filter(({ UID }) => UID!.startsWith(id))
    expect(events.map(({ STATUS }) => STATUS)).toEqual(["CONFIRMED", "CANCELLED", "CANCELLED"])
  })

  it("shows what its owner may read at this moment, and nothing of it to others' feeds", async () => {
    const systemId = await system("Hidden")
    const { id } = await schedule([systemId], { startsAt: await at(60), endsAt: await at(90) })
    const { id: deleted } = await schedule([systemId], { startsAt: await at(60), endsAt: await at(90) })
    await deleteWindow(olga, { id: deleted })
    await world.makePrivate("catalog.system", systemId)
    const vera = await world.withGrants("vera", { [systemId]: "viewer" })
    const [mine, hers] = [await tokenOf(), await tokenOf(vera)]
    const seen = async (token: string, windowId: string) =>
      [...(await eventsOf(token)).keys()].some((uid) => uid.startsWith(windowId))

    expect([await seen(mine, id), await seen(hers, id)]).toEqual([false, true])
    expect([await seen(mine, deleted), await seen(hers, deleted)]).toEqual([false, true])
    await database.pool.query("DELETE FROM platform.team_grant WHERE thing_id = $1", [systemId])
    // Only an empty calendar takes out what the program has read earlier: a refusal would leave it there.
    expect([...(await eventsOf(hers)).keys()]).toEqual([])
  })

  it("stops working at its old address when it is renewed or stopped, or its owner is disabled", async () => {
    const paul = await as("paul", "viewer")
    expect(await getFeed(paul, {})).toEqual({ createdAt: null })
    const old = await tokenOf(paul)
    const token = await tokenOf(paul)
    const refusal = "There is no calendar at this address."
    await expect(eventsOf(old)).rejects.toThrow(refusal)
    expect((await eventsOf(token)).size).toBeGreaterThan(0)
    expect((await getFeed(paul, {})).createdAt).not.toBeNull()
    const stored = await database.pool.query("SELECT * FROM maintenance.feed")
    expect(JSON.stringify(stored.rows)).not.toContain(token)

    await database.pool.query("UPDATE platform.person SET disabled_at = now() WHERE id = $1", [paul.principal.id])
    await expect(eventsOf(token)).rejects.toThrow(refusal)
    await database.pool.query("UPDATE platform.person SET disabled_at = NULL WHERE id = $1", [paul.principal.id])
    await stopFeed(paul, {})
    await expect(eventsOf(token)).rejects.toThrow(refusal)
    await expect(stopFeed(paul, {})).rejects.toThrow("You have no calendar feed")
  })
})
