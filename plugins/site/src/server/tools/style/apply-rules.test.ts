import { describe, expect, it } from "vitest"
import { apply, emptySite, type Site, sheetOf, textOf } from "../../../document.ts"
import { applyRules } from "./apply-rules.ts"

function siteWith(css: string): Site {
  return { ...emptySite(), sheets: [sheetOf(css, { id: "s", name: "s.css" })] }
}

function after(site: Site, css: string, mode: "merge" | "add"): string {
  let made = 0
  let changed = site
  for (const command of applyRules(site, css, mode, () => `p${made++}`).commands) {
    const applied = apply(changed, command)
    if (!applied.ok) throw new Error(applied.reason)
    changed = applied.site
  }
  return changed.sheets.map(textOf).join("").replace(/\s+/g, " ").trim()
}

describe("rules of one block, some of them known", () => {
  const there = "@media print { .known { top: 1px } .nest { .known { left: 1px } } }"

  it("are changed where they stand, and the new ones come together in one block, in their order", () => {
    const css =
      "@media print { .one { top: 2px } .known { top: 3px } .two { top: 4px; .deep { top: 5px } } .three { top: 6px } }"
    expect(after(siteWith(there), css, "merge")).toBe(
      "@media print { .known { top: 3px } .nest { .known { left: 1px } } } @media print { .one { top: 2px } .two { top: 4px; .deep { top: 5px } } .three { top: 6px } }",
    )
  })

  it("stay as they are where only new ones are wanted", () => {
    const css = "@media print { .known { top: 3px } .one { top: 2px } }"
    expect(after(siteWith(there), css, "add")).toBe(`${there} @media print { .one { top: 2px } }`)
  })

  it("leave nothing behind that stands beside them in their block", () => {
    const beside = "@keyframes blink { to { opacity: 0 } } @layer later;"
    for (const rules of [".known { top: 3px } .one { top: 2px }", ".known { top: 3px }", ".one { top: 2px }"])
      for (const mode of ["merge", "add"] as const) {
        const all = after(siteWith(there), `@media print { ${rules} ${beside} }`, mode)
        expect(all, `${mode}: ${rules}`).toContain("@keyframes blink { to { opacity: 0 } }")
        expect(all, `${mode}: ${rules}`).toContain("@layer later;")
      }
  })

  it("keep one that is half known from holding up those that are known", () => {
    const css =
      "@media print { .known { top: 3px } .nest { .known { left: 3px } .new { left: 4px } } .one { top: 2px } }"
    expect(after(siteWith(there), css, "merge")).toContain(".known { top: 3px } .nest { .known { left: 1px } } }")
  })
})
