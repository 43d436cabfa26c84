import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { strategies } from "../../probe/strategies.ts"

const page = readFileSync(new URL("../../../guide/operate/ways-to-check.md", import.meta.url), "utf8")

it("has every way to check in the guide's table, in the words of the form", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| way \|/.test(line))
  expect(rows).toEqual(
    strategies.map(
      ({ title, description, collectors }) =>
        `| ${title} | ${description} | ${collectors.map((collector) => collector.title).join(", ")} |`,
    ),
  )
})
