import { describe, expect, it } from "vitest"
import { newsDigest } from "../contract/news.ts"
import { createChangeLog } from "./change-log.ts"

function testLog() {
  const clock = { now: 1_000_000 }
  return { clock, log: createChangeLog(() => clock.now) }
}

describe("the log of changes", () => {
  it("tells a burst in few words: the things of each resource, and how long ago the last was heard of", () => {
    const { clock, log } = testLog()
    for (const id of ["a", "b", "a"]) log.note({ resource: "catalog.system", id })
    clock.now += 30
    log.note({ resource: "catalog.system", id: "c" })
    log.note({ resource: "catalog.status" })
    clock.now += 20

    expect(log.after(log.start).changes).toEqual([
      { resource: "catalog.system", ageMs: 20, things: ["a", "b", "c"].map(newsDigest) },
      { resource: "catalog.status", ageMs: 20 },
    ])
  })

  it("says all of a resource for very many things, and for any that nobody named", () => {
    const { log } = testLog()
    for (let count = 0; count < 101; count++) log.note({ resource: "catalog.system", id: `id-${count}` })
    log.note({ resource: "incident.incident", id: "one" })
    log.note({ resource: "incident.incident" })

    const { changes } = log.after(log.start)

    expect(changes.map(({ resource, things }) => [resource, things])).toEqual([
      ["catalog.system", undefined],
      ["incident.incident", undefined],
    ])
  })

  it("keeps what a page did apart from what others did", () => {
    const { log } = testLog()
    log.note({ resource: "catalog.system", id: "a", cause: "request-1" })
    log.note({ resource: "catalog.system", id: "a" })

    expect(log.after(log.start).changes.map(({ cause }) => cause)).toEqual([newsDigest("request-1"), undefined])
  })

  it("gives away no id", () => {
    const { log } = testLog()
    log.note({ resource: "catalog.system", id: "0f8fad5b-d9cb-469f-a165-70867728950e", cause: "request-1" })

    expect(JSON.stringify(log.after(log.start))).not.toMatch(/0f8fad5b|request-1/)
  })

  it("keeps a minute, and says so to whoever stands before it", () => {
    const { clock, log } = testLog()
    log.note({ resource: "catalog.system", id: "a" })
    const { start } = log
    clock.now += 61_000
    log.note({ resource: "catalog.system", id: "b" })

    expect(log.start).toBe(1)
    expect(log.completeMs).toBe(61_000)
    expect(log.after(start)).toMatchObject({ missed: true, changes: [{ things: [newsDigest("b")] }] })
  })

  it("stays bounded under any number of changes", () => {
    const { clock, log } = testLog()
    for (let count = 0; count < 25_000; count++) {
      clock.now += 1
      log.note({ resource: `resource-${count}` })
    }

    expect(log.end).toBe(25_000)
    expect(log.after(0).changes.length).toBeLessThanOrEqual(10_000)
    expect(log.completeMs).toBeLessThan(10_000)
  })

  it("knows nothing of what was before a gap", () => {
    const { clock, log } = testLog()
    log.note({ resource: "catalog.system" })
    clock.now += 1_000
    log.restart()
    clock.now += 10

    expect(log.after(0)).toEqual({ changes: [], missed: true })
    expect(log.completeMs).toBe(10)
  })
})
