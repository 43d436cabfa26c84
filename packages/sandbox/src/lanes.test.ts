import { describe, expect, it } from "vitest"
import { createLanes } from "./lanes.ts"
import { SandboxBusy } from "./result.ts"

describe("lanes", () => {
  it("run four at once, let the next wait in order, and refuse the one after at once", async () => {
    const lanes = createLanes({ width: 4, longest: 2 })
    const started: number[] = []
    const ends = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
    const runs = ends.map(({ promise }, at) =>
      lanes.run(() => {
        started.push(at)
        return promise
      }),
    )

    await expect(lanes.run(async () => {})).rejects.toThrow(SandboxBusy)
    expect(lanes.count()).toEqual({ running: 4, waiting: 2 })
    expect(started).toEqual([0, 1, 2, 3])
    ends[2]!.resolve()
    await runs[2]
    expect(started).toEqual([0, 1, 2, 3, 4])

    for (const { resolve } of ends) resolve()
    await Promise.all(runs)
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    expect(lanes.count()).toEqual({ running: 0, waiting: 0 })
  })

  it("give the place of one that threw to the next", async () => {
    const lanes = createLanes({ width: 1, longest: 1 })
    const failing = lanes.run(() => Promise.reject(new Error("broken")))
    const next = lanes.run(async () => "ran")
    await expect(failing).rejects.toThrow("broken")
    expect(await next).toBe("ran")
    expect(lanes.count()).toEqual({ running: 0, waiting: 0 })
  })

  it("let one that waits go away, and its place is free", async () => {
    const lanes = createLanes({ width: 1, longest: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = lanes.run(() => promise)
    const leaving = new AbortController()
    const left = lanes.run(async () => {}, leaving.signal)
    leaving.abort(new Error("gone"))
    await expect(left).rejects.toThrow("gone")
    const waiting = lanes.run(async () => "ran")
    resolve()
    await running
    expect(await waiting).toBe("ran")
  })
})
