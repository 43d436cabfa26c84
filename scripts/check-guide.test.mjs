import { describe, expect, it } from "vitest"
import { checkGuide } from "./check-guide.mjs"
import { root } from "./processes.mjs"

describe("checkGuide", () => {
  it("reads the platform's pages and every plugin's, and finds nothing wrong with them", () => {
    const { pages, problems } = checkGuide({ folder: root })
    expect(problems).toEqual([])
    expect(pages).toBeGreaterThan(30)
  })

  it("reads nothing where there is no guide, which its caller takes for a failure", () => {
    expect(checkGuide({ folder: `${root}/scripts` })).toEqual({ pages: 0, problems: [] })
  })
})
