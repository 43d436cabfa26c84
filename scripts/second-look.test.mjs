import { describe, expect, it } from "vitest"
import { filesToLookAtAgain, joinLooks, MOST_FILES } from "./second-look.mjs"

const file = (name, tests) => ({
  name: `/somewhere/${name}`,
  status: Object.values(tests).includes("failed") ? "failed" : "passed",
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
})
const report = (...testResults) => ({ testResults })

describe("a second look", () => {
  it("is taken at the files that failed, and at none where there are many", () => {
    const failed = [...Array(MOST_FILES + 1).keys()].map((at) => file(`${at}.test.ts`, { opens: "failed" }))
    expect(filesToLookAtAgain(report(file("sound.test.ts", { opens: "passed" }), failed[0]))).toEqual([failed[0].name])
    expect(filesToLookAtAgain(report(...failed.slice(1)))).toHaveLength(MOST_FILES)
    expect(filesToLookAtAgain(report(...failed))).toEqual([])
    expect(filesToLookAtAgain(null)).toEqual([])
  })

  it("counts where everything passes then, and names what was unsteady", () => {
    const first = report(
      file("shop.test.ts", { opens: "failed", closes: "passed" }),
      file("a.test.ts", { b: "passed" }),
    )
    const again = file("shop.test.ts", { opens: "passed", closes: "passed" })
    const joined = joinLooks(first, report(again))
    expect(joined.report.testResults).toEqual([again, first.testResults[1]])
    expect(joined.lines).toEqual(["UNSTEADY: failed at first and passed alone: shop.test.ts: opens"])
  })

  it("counts nothing where a test fails again, another one does, or one did not run", () => {
    const first = report(file("shop.test.ts", { opens: "failed", closes: "passed" }))
    for (const again of [
      { opens: "failed", closes: "passed" },
      { opens: "passed", closes: "failed" },
      { opens: "passed" },
      { opens: "passed", closes: "skipped" },
    ])
      expect(joinLooks(first, report(file("shop.test.ts", again)))).toEqual({ report: first, lines: [] })
    expect(joinLooks(first, null)).toEqual({ report: first, lines: [] })
  })

  it("also counts for a file that failed as a whole", () => {
    const first = report({ ...file("shop.test.ts", { opens: "skipped" }), status: "failed" })
    const again = file("shop.test.ts", { opens: "passed" })
    expect(joinLooks(first, report(again))).toEqual({
      report: report(again),
      lines: ["UNSTEADY: failed at first and passed alone: shop.test.ts: the file itself"],
    })
  })
})
