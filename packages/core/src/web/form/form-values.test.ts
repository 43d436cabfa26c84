import { describe, expect, it } from "vitest"
import { changedElsewhere, changedFields, clashingFields, compareValues } from "./form-values.ts"

const began = {
  title: "Slow",
  severity: "minor",
  silent: false,
  systems: [{ id: "1", label: "Shop" }],
}
type Values = typeof began

const labels = { title: "Title", severity: "Severity", silent: "Notifications suppressed", systems: "Systems" }

describe("two people who change one record", () => {
  it("do not clash where they changed different fields", () => {
    expect(clashingFields(began, { ...began, severity: "major" }, { title: "Very slow" })).toEqual([])
  })

  it("do not clash where both wrote the same", () => {
    expect(clashingFields(began, { ...began, title: "Very slow" }, { title: "Very slow" })).toEqual([])
  })

  it("are shown theirs against mine, field by field, in words", () => {
    const theirs: Values = { ...began, title: "Down", silent: true, systems: [{ id: "2", label: "Bank" }] }
    const mine: Partial<Values> = { title: "Very slow", silent: false, systems: [], severity: "major" }

    expect(clashingFields(began, theirs, mine)).toEqual(["title", "silent", "systems"])
    expect(compareValues(theirs, mine, { labels, inWords: { severity: (value) => value.toUpperCase() } })).toEqual([
      { label: "Title", before: "Down", after: "Very slow" },
      { label: "Notifications suppressed", before: "yes", after: "no" },
      { label: "Systems", before: "Bank", after: "" },
      { label: "Severity", before: "MINOR", after: "MAJOR" },
    ])
  })

  it("are told which other fields the other one changed", () => {
    expect(changedElsewhere(began, { ...began, title: "Down", severity: "major" }, { title: "x" }, { labels })).toEqual(
      ["Severity"],
    )
  })
})

describe("changedFields", () => {
  it("finds nothing where a list is another list with the same entries", () => {
    expect(changedFields(began, { ...began, systems: [{ id: "1", label: "Shop" }] })).toEqual({})
  })
})
