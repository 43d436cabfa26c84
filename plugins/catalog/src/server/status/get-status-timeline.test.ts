import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getStatusTimeline } from "./get-status-timeline.ts"
import { toTimeline } from "./timeline.ts"

const { as, system, report, clock } = await testCatalog()
const vera = await as("vera", "viewer")
const start = clock.now.toISOString()
const checkout = await system("Checkout")
clock.forward(1)
await report(checkout.id, "healthy")
clock.forward(2)
await report(checkout.id, "unhealthy", "Orders fail")
clock.forward(3)
await report(checkout.id, "healthy")
clock.forward(4)
const end = clock.now.toISOString()
const hours = (count: number) => new Date(Date.parse(start) + count * 3_600_000).toISOString()

describe("getStatusTimeline", () => {
  it("tells without gaps which status held from the system's creation on, and how long", async () => {
    const timeline = await getStatusTimeline(vera, { systemId: checkout.id, from: hours(-24), to: hours(48) })

    expect(timeline.segments.map(({ from, to, status }) => [from, to, status])).toEqual([
      [hours(0), hours(1), null],
      [hours(1), hours(3), "healthy"],
      [hours(3), hours(6), "unhealthy"],
      [hours(6), end, "healthy"],
    ])
    expect(timeline).toMatchObject({ from: hours(-24), to: end, detail: "exact" })
    expect(timeline.segments[2]).toMatchObject({
      source: expect.stringMatching(/^api:[^:]+:test$/),
      reason: "Orders fail",
    })
    expect(timeline.totals).toEqual([
      { status: null, seconds: 3_600 },
      { status: "healthy", seconds: 6 * 3_600 },
      { status: "unhealthy", seconds: 3 * 3_600 },
    ])
  })

  it("begins a window with the status that held then", async () => {
    const { segments } = await getStatusTimeline(vera, { systemId: checkout.id, from: hours(4), to: hours(7) })

    expect(segments.map(({ from, to, status }) => [from, to, status])).toEqual([
      [hours(4), hours(6), "unhealthy"],
      [hours(6), hours(7), "healthy"],
    ])
  })

  it("shows nothing of times before the system or after now", async () => {
    const past = await getStatusTimeline(vera, { systemId: checkout.id, from: hours(-48), to: hours(-24) })
    const future = await getStatusTimeline(vera, { systemId: checkout.id, from: hours(100), to: hours(101) })

    expect([past.segments, future.segments]).toEqual([[], []])
  })

  it("refuses a window that ends before it begins or spans years", async () => {
    const read = (from: string, to: string) => getStatusTimeline(vera, { systemId: checkout.id, from, to })

    await expect(read(hours(2), hours(2))).rejects.toThrow('"from" must be before "to".')
    await expect(read("2020-01-01T00:00:00Z", hours(2))).rejects.toThrow("A timeline spans at most 400 days.")
  })
})

describe("a timeline with very many changes", () => {
  it("shows the worst of each stretch, so that no outage vanishes, and exact totals", () => {
    const at = (minute: number) => new Date(Date.parse("2026-01-01T00:00:00Z") + minute * 60_000).toISOString()
    const changes = Array.from({ length: 10_000 }, (_, minute) => ({
      at: at(minute),
      status: minute === 5_001 ? ("unhealthy" as const) : minute % 2 ? ("degraded" as const) : ("healthy" as const),
      source: "check",
      reason: "",
      link: null,
    }))

    const timeline = toTimeline(
      "id",
      { from: at(0), to: at(10_000) },
      { createdAt: at(0), before: null, changes },
      1_000,
    )

    expect(timeline.detail).toBe("worst")
    expect(timeline.segments).toHaveLength(1_000)
    expect(timeline.segments.filter(({ status }) => status === "unhealthy")).toHaveLength(1)
    expect(timeline.totals.find(({ status }) => status === "unhealthy")).toEqual({ status: "unhealthy", seconds: 60 })
    expect(timeline.segments.every((segment, index, all) => index === 0 || segment.from === all[index - 1]?.to)).toBe(
      true,
    )
  })
})
