import { describe, expect, it } from "vitest"
import { planCalls } from "./plan-calls.ts"

const plan = (calls: string) =>
  planCalls([...calls], (call) => call === call.toLowerCase()).map((group) => group.join(""))

describe("planCalls", () => {
  it("runs neighbouring reads together and changes one by one, in order", () => {
    expect(plan("abCDefG")).toEqual(["ab", "C", "D", "ef", "G"])
    expect(plan("a")).toEqual(["a"])
    expect(plan("")).toEqual([])
  })

  it("runs no more than eight at once", () => {
    expect(plan("abcdefghijK")).toEqual(["abcdefgh", "ij", "K"])
  })
})
