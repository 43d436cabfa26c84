import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { elapsedMs } from "../elapsed.ts"
import { freshnessOf } from "./freshness.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

const everything = () => true

/** A list that somebody looks at, and whose reads take 100 ms. */
async function testList({ key = "list", readMs = 100 } = {}) {
  const client = new QueryClient()
  const freshness = freshnessOf(client)
  const begun: number[] = []
  const given = { up: 0 }
  const reader = new QueryObserver<number>(client, {
    queryKey: [key],
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => {
      const count = begun.push(elapsedMs())
      signal.addEventListener("abort", () => given.up++)
      // A wait by time: how long a read takes, on a clock that the test moves.
      return new Promise((resolve) => setTimeout(resolve, readMs, count))
    },
  })
  const leave = reader.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(5_000)
  const change = () => freshness.demand(everything, elapsedMs(), "paced")
  const ownChange = () => freshness.demand(everything, elapsedMs(), "at once")
  return {
    client,
    freshness,
    reader,
    begun,
    given,
    leave,
    change,
    ownChange,
    shown: () => reader.getCurrentResult().data,
  }
}

describe("what a page shows", () => {
  it("is read at once after a single change, and once", async () => {
    const list = await testList()

    const before = elapsedMs()
    void list.change()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(list.begun.slice(1)).toEqual([before])
    expect(list.shown()).toBe(2)
  })

  it("is read once for a burst, and once more for what came while it was being read", async () => {
    const list = await testList()

    for (let count = 0; count < 10; count++) void list.change()
    await vi.advanceTimersByTimeAsync(50)
    for (let count = 0; count < 10; count++) void list.change()
    await vi.advanceTimersByTimeAsync(5_000)

    expect(list.begun).toHaveLength(3)
    expect(list.given.up).toBe(0)
  })

  it("is read at most twice a second however many changes come, and every read is let finish", async () => {
    const list = await testList()

    for (let ms = 0; ms < 10_000; ms += 5) {
      void list.change()
      await vi.advanceTimersByTimeAsync(5)
    }

    const pauses = list.begun.slice(2).map((at, index) => at - list.begun[index + 1]!)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_000)
    expect(list.given.up).toBe(0)
    expect(list.shown()).toBeGreaterThanOrEqual(10)
  })

  it("is never older than a pause and a read, also when a read takes longer than the pause", async () => {
    const list = await testList({ readMs: 800 })
    let oldest = 0

    for (let ms = 0; ms < 20_000; ms += 20) {
      void list.change()
      await vi.advanceTimersByTimeAsync(20)
      oldest = Math.max(oldest, elapsedMs() - (list.begun[Number(list.shown()) - 1] ?? 0))
    }

    // What was begun when one began is finished 800 ms later, and is the newest for as long again.
    expect(oldest - 5_000).toBeLessThan(1_700)
    expect(list.given.up).toBe(0)
  })

  it("shows one's own change at once, whatever is being read and however lately", async () => {
    const list = await testList()
    void list.change()
    await vi.advanceTimersByTimeAsync(50)

    const before = elapsedMs()
    const done = vi.fn()
    void list.ownChange().then(done)
    await vi.advanceTimersByTimeAsync(100)

    expect(list.begun.at(-1)).toBe(before)
    expect(done).toHaveBeenCalled()
    expect(list.shown()).toBe(3)
  })

  it("is done with one's own change although others go on and on", async () => {
    const list = await testList()
    const done = vi.fn()

    void list.ownChange().then(done)
    for (let ms = 0; ms < 1_000; ms += 5) {
      void list.change()
      await vi.advanceTimersByTimeAsync(5)
    }

    expect(done).toHaveBeenCalled()
  })

  it("is not read again for what a later read has already", async () => {
    const list = await testList()
    const long = elapsedMs() - 10_000

    await list.freshness.demand(everything, long, "at once")
    await vi.advanceTimersByTimeAsync(5_000)

    expect(list.begun).toHaveLength(1)
  })

  it("is read when somebody comes to look, if nobody does now", async () => {
    const list = await testList()
    list.leave()

    await list.change()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(list.begun).toHaveLength(1)

    list.reader.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(5_000)
    expect(list.begun).toHaveLength(2)
  })

  it("that was begun before a change and left unwatched is not taken for fresh", async () => {
    const client = new QueryClient()
    const freshness = freshnessOf(client)
    // A wait by time: how long a read takes, on a clock that the test moves.
    const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 100, "read")))
    const options = { queryKey: ["pointed at"], queryFn: read, staleTime: 60_000 }
    void client.prefetchQuery(options)
    await vi.advanceTimersByTimeAsync(50)

    void freshness.demand(everything, elapsedMs(), "paced")
    await vi.advanceTimersByTimeAsync(1_000)
    new QueryObserver(client, options).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(1_000)

    expect(read).toHaveBeenCalledTimes(2)
  })

  it("keeps nobody waiting once it is left", async () => {
    const list = await testList()
    const done = vi.fn()
    void list.ownChange().then(done)

    list.leave()
    await vi.advanceTimersByTimeAsync(0)

    expect(done).toHaveBeenCalled()
  })
})
