import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { TimeZoneContext } from "../marks/time-zone.ts"
import { type DiffRow, DiffTable, type DiffTableProps, foldedRows } from "./DiffTable.tsx"

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

  const html = (rows: readonly DiffRow[], more: Partial<DiffTableProps> = {}) =>
    renderToStaticMarkup(<DiffTable rows={rows} {...more} />)
  const text = (rows: readonly DiffRow[], more: Partial<DiffTableProps> = {}) =>
    html(rows, more).replaceAll(/<[^>]*>/g, "")

  it("compares moments as moments, however they are written, and tells them in the reader's zone", () => {
    const at = (instant: string) => ({ instant })
    const same = { label: "Starts", before: at("2026-05-04T10:00:00Z"), after: at("2026-05-04T12:00:00+02:00") }
    expect(html([same])).not.toMatch(/<ins|<del/)
    const later = { ...same, after: at("2026-05-04T12:30:00+02:00") }
    expect(html([later]).match(/<(ins|del)[^>]*><time/g)).toHaveLength(2)
    const tokyo = renderToStaticMarkup(
      <TimeZoneContext value="Asia/Tokyo">
        <DiffTable rows={[later]} />
      </TimeZoneContext>,
    )
    expect(tokyo).toContain("19:30:00")
  })

  it("says how many entries are folded, and of what kind", () => {
    const kept = Array.from({ length: 10 }, (_, at) => `kept ${at}`)
    const row = { label: "Systems", before: [...kept, "gone"], after: [...kept, "new"] }
    expect(text([row])).toContain("Show 10 more entries, unchanged")
    const added = { label: "Systems", before: kept, after: [...kept, ...kept.map((one) => `${one} more`)] }
    expect(text([added])).toContain("Show 12 more entries: 2 added, 10 unchanged")
    expect(foldedRows([row, added, { label: "Few", before: kept.slice(8), after: [] }])).toEqual(["Systems", "Systems"])
  })

  it("says how much of a text is folded, and whether it is new", () => {
    const long = "word ".repeat(200).trim()
    expect(text([{ label: "Note", before: null, after: long }])).toMatch(/Show 5\d\d more characters, added/)
    const row = { label: "Note", before: long, after: `${long} and rm -rf` }
    expect(text([row])).toMatch(/Show 9\d\d more characters, unchanged/)
    expect(foldedRows([row, { label: "Short", before: "a\n".repeat(20), after: "b" }])).toEqual(["Note"])
  })

  it("counts what stays empty in one line, where it is asked to", () => {
    const rows = [
      { label: "Name", before: null, after: "Checkout" },
      { label: "Owner", before: null, after: null },
      { label: "Tags", before: null, after: [] },
    ]
    expect(text(rows, { emptyFolded: true })).toContain("2 others stay empty")
    expect(text(rows, { emptyFolded: true })).not.toContain("Owner")
    expect(text(rows)).toContain("Owner")
    expect(text(rows.slice(1), { emptyFolded: true })).toContain("Owner")
  })

  it("shows characters nobody sees as marks, in labels, texts and entries", () => {
    const rows = [
      { label: "Na\u200bme", before: null, after: "a\u202eb" },
      { label: "Tags", before: [], after: ["c\u00add"] },
    ]
    expect(html(rows).match(/data-hidden-character/g)).toHaveLength(3)
  })
})
