import { describe, expect, it } from "vitest"
import { answered, called, said, testTurn, tool } from "./run-turn.fixture.ts"

const read = tool("shelf.list", "read")
const change = tool("shelf.add", "mutate")

describe("a read that is repeated in a turn", () => {
  it("is made three times and then answered from its first result, with a note", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(...Array.from({ length: 5 }, () => called("shelf_list", { shelf: "A" })), said("Done."))
    let count = 0
    turn.onInvoke(async () => answered({ count: ++count }))

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(3)
    const results = end.blocks.flatMap((block) => (block.type === "tool-result" ? [JSON.parse(block.text)] : []))
    expect(results).toHaveLength(5)
    for (const repeated of results.slice(3))
      expect(repeated).toEqual({ note: expect.stringContaining("3 times in this turn"), result: { count: 1 } })
  })

  it("is made three times also where one step asks for it seven times at once", async () => {
    const turn = testTurn({ tools: [read] })
    const atOnce = [0, 1, 2, 3, 4, 5, 6].flatMap((part) => called("shelf_list", {}, { part, end: part === 6 }))
    turn.model(atOnce, said("Done."))
    let count = 0
    turn.onInvoke(async () => answered({ count: ++count }))

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(3)
    const results = end.blocks.flatMap((block) => (block.type === "tool-result" ? [JSON.parse(block.text)] : []))
    expect(results).toHaveLength(7)
    expect(results.slice(3)).toEqual(Array(4).fill({ note: expect.any(String), result: { count: 1 } }))
  })

  it("counts by its arguments, in whatever order they are written", async () => {
    const turn = testTurn({ tools: [read] })
    const asked = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { a: 2, b: 2 },
    ]
    turn.model(...asked.map((input) => called("shelf_list", input)), said("Done."))
    turn.onInvoke(async () => answered("books"))
    await turn.run()
    expect(turn.invoked).toHaveLength(4)
  })

  it("is made afresh after something was changed", async () => {
    const turn = testTurn({ tools: [read, change] })
    const reads = Array.from({ length: 3 }, () => called("shelf_list", {}))
    turn.model(...reads, called("shelf_add", {}), ...reads, said("Done."))
    turn.onInvoke(async () => answered("books"))
    await turn.run()
    expect(turn.invoked).toHaveLength(7)
  })

  it("keeps whose words the first result carried", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(...Array.from({ length: 4 }, () => called("shelf_list", {})), said("Done."))
    const source = { toolName: "shelf.list", toolCallId: "1", at: "2026-01-01T00:00:00Z", class: "outside" as const }
    turn.onInvoke(async () => ({ ...answered("a page"), source }))
    const end = await turn.run()
    expect(end.blocks.filter((block) => block.type === "tool-result").at(-1)).toMatchObject({
      source: { class: "outside" },
    })
  })
})
