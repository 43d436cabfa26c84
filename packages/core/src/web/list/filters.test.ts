import { describe, expect, it } from "vitest"
import { readFilters } from "./filters.ts"

const kinds = { text: "text", systemId: "id", state: ["open", "resolved"] } as const

describe("the filters of a list", () => {
  it("are what the address holds under their names", () => {
    const state = { text: "slow", systemId: "00000000-0000-4000-8000-000000000001", state: "open", tab: "list" }

    const { tab: _, ...filters } = state
    expect(readFilters(kinds, state)).toEqual(filters)
  })

  it("leave out what the list does not offer, so that a mistyped link shows everything instead of a failure", () => {
    expect(readFilters(kinds, { text: "", systemId: "payments", state: "closed" })).toEqual({})
  })
})
