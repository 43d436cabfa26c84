import { describe, expect, it } from "vitest"
import { draftsOf, labelOf, toArguments } from "./argument-drafts.ts"

describe("the arguments of a proposal as fields", () => {
  it("come out as they went in when nothing is changed", () => {
    const input = {
      title: "Checkout is down",
      count: 3,
      open: true,
      systems: ["a", "b"],
      note: null,
      when: { from: 1 },
    }

    expect(toArguments(draftsOf(JSON.stringify(input)))).toEqual(input)
  })

  it("keep ids as they are, and apart from what is typed", () => {
    const id = "93e6f4ac-e9bf-445d-9668-94fca65e46ca"
    const input = { id, systemIds: [id], title: "Slow", tagIds: [] }
    const drafts = draftsOf(JSON.stringify(input))

    expect(drafts.filter(({ kind }) => kind === "id").map(({ name }) => name)).toEqual(["id", "systemIds"])
    expect(toArguments(drafts)).toEqual(input)
  })

  it("name the field whose text does not fit", () => {
    const [count] = draftsOf('{"count":3}')
    const [systems] = draftsOf('{"systems":[]}')

    expect(() => toArguments([{ ...count!, text: "three" }])).toThrow("Count takes a number.")
    expect(() => toArguments([{ ...systems!, text: "[a" }])).toThrow("Systems is no JSON.")
  })

  it("are called by their names, as words", () => {
    expect(["systemIds", "title", "url2Check", "snake_case"].map(labelOf)).toEqual([
      "System ids",
      "Title",
      "Url2 check",
      "Snake case",
    ])
  })

  it("have no fields where the model wrote no object", () => {
    expect(draftsOf("nonsense")).toEqual([])
    expect(draftsOf("[1]")).toEqual([])
  })
})
