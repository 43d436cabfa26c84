import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { type DiffRow, DiffTable, type DiffTableProps } from "./DiffTable.tsx"

function words(row: Partial<DiffRow>, sides: DiffTableProps["sides"] = "both"): string[] {
  const html = renderToStaticMarkup(
    <DiffTable sides={sides} rows={[{ label: "Owner", before: null, after: null, ...row }]} />,
  )
  return [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>|[−+]/g, ""))
}

describe("DiffTable", () => {
  it("says that a value is removed only where there was one", () => {
    expect(words({ before: "Ana" })).toEqual(["Ana", "removed"])
    expect(words({})).toEqual(["not set", "not set"])
    expect(words({}, "after")).toEqual(["not set"])
  })

  it("says that a value was not set before it is", () => {
    expect(words({ after: "Ana" })).toEqual(["not set", "Ana"])
  })
})
