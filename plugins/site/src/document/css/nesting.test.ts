import { describe, expect, it } from "vitest"
import { apply } from "../commands/apply.ts"
import { startSite } from "../commands/random-commands.fixture.ts"
import { guardFor } from "../safety/guard.ts"
import { OWN_ONLY } from "../safety/policy.ts"
import { whyTooNested } from "./nesting.ts"
import { sheetOf } from "./stylesheet.ts"

const nested = (opening: string, count: number, closing = "}") =>
  `${opening.repeat(count)}color: red${closing.repeat(count)}`

describe("styles that no browser bears", () => {
  it.each([
    ["rules", nested(".a{", 101)],
    ["rules of the one around", nested("&{", 1_000)],
    ["at-rules", nested("@media screen{", 20_000)],
    ["rules with brackets that close nothing", nested(".a{)]", 5_000)],
    ["selectors", `${":is(".repeat(10_000)}.a${")".repeat(10_000)} { color: red }`],
  ])("are refused where they stand too deep in each other: %s", (_, css) => {
    expect(whyTooNested(css)).toMatch(/more than 100 deep, which ends the page in a browser/)
  })

  it.each([
    ["two selectors each", nested(".a, .b{", 24)],
    ["the one around twice", nested("& &{", 24)],
    ["many selectors, in an at-rule in between", nested(`${Array(400).fill(".a").join()}{@media screen{`, 2, "}}")],
  ])("are refused where selectors multiply: %s", (_, css) => {
    expect(whyTooNested(css)).toMatch(/^Rules stand in rules with so many selectors/)
  })

  it.each([
    ["a hundred deep", nested(".a{", 100)],
    ["ten deep with two selectors each", nested(".a, .b{", 10)],
    ["a long list", `${Array.from({ length: 200_000 }, (_, at) => `.c${at}`).join()} { color: red }`],
    ["many rules beside each other", ".a, .b { &:hover, &:focus { color: red } }".repeat(5_000)],
    [
      "brackets in a text and a comment",
      `.a { content: "${"{".repeat(500)}" } /* ${"{".repeat(500)} */ .b { color: red }`,
    ],
  ])("are taken where a browser bears them: %s", (_, css) => {
    expect(whyTooNested(css)).toBeNull()
  })

  it("come into no site", () => {
    const sheet = sheetOf(nested(".a{", 5_000), { id: "deep", name: "deep.css" })
    const added = apply(startSite(), { type: "sheet.add", sheet, after: null }, guardFor(OWN_ONLY))
    expect(added).toMatchObject({ ok: false, reason: expect.stringContaining("more than 100 deep") })
  })
})
