import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, pagesFor, paste, shows } from "./editor.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { pageWith } = pagesFor(ana)

describe("styles in the editor of the site", () => {
  it("come along with what is pasted, say which the site has already, and go with one step back", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(
      page,
      url,
      await pageWith('<style>.known { color: rgb(0, 0, 255) }</style><p class="known">Ours</p>'),
    )
    const color = (selector: string) =>
      hands.shown.locator(selector).evaluate((element) => getComputedStyle(element).color)
    await expect.poll(() => color(".known")).toBe("rgb(0, 0, 255)")

    await paste(
      hands,
      '<style>.known { color: rgb(255, 0, 0) } .offer { color: rgb(0, 128, 0) }</style><h2 class="offer known">Theirs</h2>',
    )
    await shows(hands, '<p class="known">Ours</p><h2 class="offer known">Theirs</h2>')
    expect(await color("h2")).toBe("rgb(0, 128, 0)")
    expect(await color("p")).toBe("rgb(0, 0, 255)")
    await page
      .getByText("Styles came along for .offer. The site has its own for .known, which stay as they are.")
      .waitFor()
    await page.getByRole("button", { name: "Take theirs" }).click()
    await expect.poll(() => color("p")).toBe("rgb(255, 0, 0)")
    expect(await page.getByRole("button", { name: "Take theirs" }).count()).toBe(0)
    await hands.undo()
    await expect.poll(() => color("p")).toBe("rgb(0, 0, 255)")
    await hands.saved()
    await hands.undo()
    await shows(hands, '<p class="known">Ours</p>')
    await hands.redo()
    await expect.poll(() => color("h2")).toBe("rgb(0, 128, 0)")
    await hands.saved()
    await page.reload()
    await expect.poll(() => hands.shown.locator("h2").count()).toBe(1)
    expect(await color("h2")).toBe("rgb(0, 128, 0)")
  })

  it("are changed for all that a rule is about, where it stands, with where that is", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(
      page,
      url,
      await pageWith(
        '<style>.plans > li { color: rgb(0, 0, 255) }</style><ul class="plans"><li>One</li><li class="best">Two</li></ul>',
      ),
    )
    const colors = () =>
      hands.shown.locator("li").evaluateAll((items) => items.map((item) => getComputedStyle(item).color))
    await hands.select("li.best")
    await page.getByRole("tab", { name: "Style" }).click()
    await page.getByLabel("Change the style of").selectOption({ label: "Everything that .plans>li is about" })
    await page.getByText(".plans>li, from styles.css. It is about all that it matches, on every page.").waitFor()
    const color = page.getByLabel("Words", { exact: true })
    expect(await color.inputValue()).toBe("rgb(0, 0, 255)")
    await color.fill("rgb(0, 128, 0)")
    await page.keyboard.press("Enter")
    await expect.poll(colors).toEqual(["rgb(0, 128, 0)", "rgb(0, 128, 0)"])
    await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Phone").click()
    await color.fill("rgb(128, 0, 0)")
    await page.keyboard.press("Enter")
    await expect.poll(colors).toEqual(["rgb(128, 0, 0)", "rgb(128, 0, 0)"])
    await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Desktop").click()
    await expect.poll(colors).toEqual(["rgb(0, 128, 0)", "rgb(0, 128, 0)"])
    await hands.undo()
    await hands.undo()
    await expect.poll(colors).toEqual(["rgb(0, 0, 255)", "rgb(0, 0, 255)"])
    await hands.saved()
  })

  it("are text as well, which the canvas follows; scripts say where they run and are written beside them", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const key = await pageWith('<style>.note { color: rgb(0, 0, 255) }</style><p class="note">Words</p>')
    const hands = await openEditor(page, url, key)
    const color = () => hands.shown.locator(".note").evaluate((element) => getComputedStyle(element).color)
    await page.getByRole("tab", { name: "Code" }).click()
    await page.getByRole("button", { name: /^styles\.css/ }).click()
    const text = page.getByLabel("Text of styles.css")
    const before = await text.inputValue()
    expect(before).toContain(".note { color: rgb(0, 0, 255) }")
    await text.fill(before.replace(".note { color: rgb(0, 0, 255) }", ".note { color: rgb(0, 128, 0) }"))
    await expect.poll(color).toBe("rgb(0, 128, 0)")
    await page.keyboard.press("Control+End")
    await page.keyboard.insertText('@import "https://evil.example/x.css"; .note { color: rgb(128, 0, 0)')
    await expect.poll(color).toBe("rgb(128, 0, 0)")
    await page.getByRole("button", { name: "All styles and scripts" }).click()
    await page.getByText(/evil\.example.* was left out: it could run or load something\./).waitFor()
    // Without a pause between it is one step, else two.
    for (let step = 0; step < 2 && (await color()) !== "rgb(0, 0, 255)"; step += 1) await hands.undo()
    await expect.poll(color).toBe("rgb(0, 0, 255)")
    for (let step = 0; step < 2 && (await color()) !== "rgb(128, 0, 0)"; step += 1) await hands.redo()
    await expect.poll(color).toBe("rgb(128, 0, 0)")
    await hands.saved()

    // What no browser bears is told, not taken, and not lost.
    await page.getByRole("button", { name: /^styles\.css/ }).click()
    const deep = `.note { color: red }\n${".a{".repeat(200)}`
    await text.fill(deep)
    await text.blur()
    await page.getByText(/more than 100 deep, which ends the page in a browser/).waitFor()
    expect(await text.inputValue()).toBe(deep)
    expect(await color()).toBe("rgb(128, 0, 0)")
    await page.getByRole("button", { name: "All styles and scripts" }).click()

    await page.getByRole("button", { name: "New script" }).click()
    const dialog = page.getByRole("dialog", { name: "New script" })
    await dialog.getByLabel("Path").fill("menu.js")
    await dialog.getByLabel("Text").fill("document.title = 'Changed'")
    await dialog.getByLabel("Runs on").selectOption({ label: "This page" })
    await dialog.getByRole("button", { name: "Save script" }).click()
    await page.getByRole("button", { name: "menu.js On one page, at the end of the page" }).click()
    const again = page.getByRole("dialog", { name: "Script menu.js" })
    expect(await again.getByLabel("Text").inputValue()).toBe("document.title = 'Changed'")
    await again.getByRole("button", { name: "Cancel" }).click()
    expect(await page.title(), "no script runs here").not.toBe("Changed")
    await expectOk(ana.call("site.publish"))
    const address = key.slice("page:".length)
    // Asked until it is there without a browser, which complains of what is not found.
    const published = () => fetch(`${siteUrl}/${address}`).then((answer) => answer.text())
    await expect.poll(published, { timeout: 15_000 }).toContain("<script")
    const visitor = await browser.visit()
    await visitor.page.goto(`${siteUrl}/${address}`)
    await expect.poll(() => visitor.page.title()).toBe("Changed")
  })
})
