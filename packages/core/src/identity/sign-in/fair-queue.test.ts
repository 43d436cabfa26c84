import { describe, expect, it } from "vitest"
import { createFairQueue } from "./fair-queue.ts"

/** One at a time; each piece of work is finished by hand. */
function manualQueue(mostWaiting = 100) {
  const queue = createFairQueue({ atATime: 1, mostWaiting, overflow: () => new Error("full") })
  const served: string[] = []
  const dropped: string[] = []
  let finish = () => {}
  const bring = (lane: string, name = lane) => {
    queue
      .run(lane, () => {
        served.push(name)
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      })
      .catch(() => dropped.push(name))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function finishAll(): Promise<void> {
    for (let before = -1; before !== served.length; ) {
      before = served.length
      finish()
      await settle()
    }
  }
  return { bring, served, dropped, finishAll, settle }
}

describe("a fair queue", () => {
  it("lets a newcomer wait for one turn of every other lane, however many each has brought", async () => {
    const { bring, served, finishAll, settle } = manualQueue()
    bring("first")
    for (let at = 0; at < 20; at++) bring("crowd", `crowd ${at}`)
    for (let at = 0; at < 20; at++) bring("mob", `mob ${at}`)
    bring("ana")
    await settle()

    await finishAll()

    expect(served.slice(0, 6)).toEqual(["first", "crowd 0", "mob 0", "ana", "crowd 1", "mob 1"])
    expect(served).toHaveLength(42)
  })

  it("drops the latest of the longest lane when it is full, never the only one of another", async () => {
    const { bring, served, dropped, finishAll, settle } = manualQueue(5)
    bring("first")
    for (let at = 0; at < 5; at++) bring("crowd", `crowd ${at}`)
    bring("ana")
    bring("ben")
    bring("crowd", "crowd 5")
    await settle()

    await finishAll()

    expect(dropped).toEqual(["crowd 4", "crowd 3", "crowd 5"])
    expect(served).toEqual(["first", "crowd 0", "ana", "ben", "crowd 1", "crowd 2"])
  })

  it("goes on after work that failed", async () => {
    const queue = createFairQueue({ atATime: 1, mostWaiting: 5, overflow: () => new Error("full") })

    const results = await Promise.allSettled([
      queue.run("a", () => Promise.reject(new Error("no"))),
      queue.run("b", () => Promise.resolve("yes")),
    ])

    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"])
  })
})
