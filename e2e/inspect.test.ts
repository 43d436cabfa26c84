import { describe, expect, it } from "vitest"
import { useBrowser } from "./browser.ts"
import { DESK, findingsOn, PHONE } from "./inspect.ts"

const browser = useBrowser()

async function findings(body: string, { screen = DESK, axe = true } = {}): Promise<string[]> {
  const { page } = await browser.visit(screen)
  const head = '<meta name="viewport" content="width=device-width"><title>A page</title>'
  await page.setContent(`<!doctype html><html lang="en">${head}<main><h1>A page</h1>${body}</main></html>`)
  return findingsOn("a-page", page, { axe })
}

describe("inspecting a page", () => {
  it("finds nothing where nothing is wrong", async () => {
    expect(await findings("<p>All is well.</p>")).toEqual([])
  })

  it("finds colours that cannot be read in one theme only", async () => {
    const pale = "<style>@media (prefers-color-scheme: THEME) { p { color: #eee } }</style><p>Hard to read.</p>"
    for (const theme of ["light", "dark"])
      expect(await findings(pale.replace("THEME", theme))).toEqual([
        expect.stringMatching(new RegExp(`^${theme}: color-contrast, .*Hard to read`)),
      ])
  })

  it("finds a field without a name, and says it once for both themes", async () => {
    expect(await findings("<input>")).toEqual([expect.stringMatching(/^light: label, .*<input>/)])
  })

  it("finds a page that is wider than the screen, where axe does not look too", async () => {
    const wide = '<input><div style="width: 500px">Wide</div>'
    const found = await findings(wide, { screen: PHONE, axe: false })
    expect(found).toEqual([expect.stringMatching(/^is \d+ px wider than the screen of 390 px$/)])
  })
})
