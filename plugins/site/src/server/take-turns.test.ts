import { describe, expect, it } from "vitest"
import { takeTurns } from "./take-turns.ts"

describe("work that takes turns", () => {
  it("goes on at once while it is short, and lets others in between when it is long", async () => {
    const order: string[] = []
    const turn = takeTurns()
    setImmediate(() => order.push("somebody else"))
    await turn()
    order.push("short")
    for (const until = performance.now() + 20; performance.now() < until; );
    await turn()
    order.push("long")
    expect(order).toEqual(["short", "somebody else", "long"])
  })
})
