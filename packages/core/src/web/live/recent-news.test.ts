import { describe, expect, it } from "vitest"
import { createRecentNews } from "./recent-news.ts"

function testNews() {
  const clock = { now: 100_000 }
  return { clock, recent: createRecentNews(() => clock.now) }
}

describe("recent news", () => {
  it("are told to a tab that joins, with how old they have become", () => {
    const { clock, recent } = testNews()
    recent.note({ type: "gap", agoMs: 60_000 })
    recent.note({ type: "changed", changes: [{ resource: "catalog.system", ageMs: 20 }] })
    clock.now += 500

    expect(recent.all()).toEqual([
      { type: "gap", agoMs: 60_500 },
      { type: "changed", changes: [{ resource: "catalog.system", ageMs: 520 }] },
    ])
  })

  it("are none before the connection has said how far back it knows: then all tabs are told together", () => {
    expect(testNews().recent.all()).toEqual([])
  })

  it("that are too many are forgotten from the oldest on, and a tab that read before them is told so", () => {
    const { clock, recent } = testNews()
    recent.note({ type: "gap", agoMs: 60_000 })
    for (let count = 0; count < 1_001; count++) {
      clock.now += 10
      recent.note({ type: "changed", changes: [{ resource: "catalog.system", ageMs: 0 }] })
    }

    const [gap, changed] = recent.all()
    expect(gap).toEqual({ type: "gap", agoMs: 4_990 })
    expect(changed?.type === "changed" && changed.changes.length).toBe(500)
  })
})
