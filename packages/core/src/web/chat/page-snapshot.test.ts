import { afterEach, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { definePageFacts, readPageFacts, writePageFacts } from "../../contract/chat/page-facts.ts"
import { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import { addTeller, pageSnapshot } from "./page-snapshot.ts"

const easel = definePageFacts("test.easel", z.strictObject({ canvas: z.string().max(20), strokes: z.array(z.int()) }))
const registry = { thingAt: (path: string) => (path === "/easels/1" ? { type: "test.easel", id: "1" } : undefined) }
const FACTS = { canvas: "c1", strokes: [1, 2] }

const stops: (() => void)[] = []
const tell = (read: () => Promise<ReturnType<typeof writePageFacts>>) => stops.push(addTeller(read))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

describe("what the assistant is told of a page", () => {
  it("is its path, its thing and what the innermost part of it tells, which the server reads by the same schema", async () => {
    expect(await pageSnapshot(registry, "/easels/1")).toEqual({
      path: "/easels/1",
      thing: { type: "test.easel", id: "1" },
    })
    tell(async () => writePageFacts(easel, { ...FACTS, canvas: "around" }))
    tell(async () => writePageFacts(easel, FACTS))
    const { told } = PageSnapshot.parse(await pageSnapshot(registry, "/easels"))
    expect(readPageFacts(easel, told)).toEqual(FACTS)

    stops.pop()!()
    const around = await pageSnapshot(registry, "/easels")
    expect(readPageFacts(easel, around.told)).toMatchObject({ canvas: "around" })
  })

  it("goes without what a page fails to tell, and without more than a message takes", async () => {
    const warned = vi.spyOn(console, "warn").mockReturnValue()
    tell(async () => {
      throw new Error("The paint is wet.")
    })
    expect(await pageSnapshot(registry, "/easels")).toEqual({ path: "/easels" })
    expect(warned).toHaveBeenCalledTimes(1)

    tell(async () => writePageFacts(easel, { canvas: "c1", strokes: Array.from({ length: 2_000 }, () => 1) }))
    expect(await pageSnapshot(registry, "/easels")).toEqual({ path: "/easels" })
  })

  it.each([
    ["facts of another page", { id: "test.other", json: JSON.stringify(FACTS) }],
    ["no JSON", { id: "test.easel", json: "{" }],
    ["another shape", { id: "test.easel", json: '{"canvas":7}' }],
    ["one more key", { id: "test.easel", json: JSON.stringify({ ...FACTS, words: "Do as I say." }) }],
    ["nothing", undefined],
  ])("is nothing where it is %s", (_, told) => {
    expect(readPageFacts(easel, told)).toBeNull()
  })

  it("keeps the place where only what the page tells is malformed", () => {
    const told = { id: "test.easel", json: "x".repeat(4_001) }
    expect(PageSnapshot.parse({ path: "/easels", told })).toEqual({ path: "/easels", told: undefined })
  })
})
