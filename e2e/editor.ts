/** What a person does in the editor of the site, as gestures: they point, drag and type, and look at what the page then shows. */
import type { Session } from "@countersign/testing"
import type { FrameLocator, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { expectOk } from "./product.ts"

export interface EditorHands {
  readonly page: Page
  readonly key: string
  /** What stands in the frame. */
  readonly shown: FrameLocator
  readonly layers: Locator
  layer(name: string | RegExp): Locator
  select(selector: string): Promise<void>
  insert(name: string): Promise<void>
  /** Begins to edit words, and stays there. */
  edit(selector: string): Promise<void>
  typeInto(selector: string, words: string): Promise<void>
  /** What can be dragged out of the palette. */
  palette(name: string): Locator
  drag(from: Locator): {
    onto(to: Locator, where: Where): Promise<void>
    over(to: Locator, where: Where): Promise<string>
  }
  undo(): Promise<void>
  redo(): Promise<void>
  saved(): Promise<void>
  /** The body of the page in the frame, without ids. */
  html(): Promise<string>
}

/** Which part of a thing: its upper edge, its middle, its lower edge. */
type Where = "before" | "into" | "behind"

export async function openEditor(page: Page, url: string, key: string): Promise<EditorHands> {
  await page.goto(`${url}/site/edit/${key}`)
  const shown = page.frameLocator('iframe[title^="How "]')
  const canvas = page.getByRole("group", { name: /^Canvas of/ })
  const layers = page.getByRole("tree", { name: "Layers" })
  await expect.poll(() => shown.locator("[data-uid]").count()).toBeGreaterThan(0)
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))

  async function middleOf(thing: Locator, where: Where): Promise<{ x: number; y: number }> {
    const box = await thing.boundingBox()
    if (!box) throw new Error("It is nowhere to be seen.")
    const edge = Math.min(3, box.height * 0.15)
    const y =
      where === "before" ? box.y + edge : where === "behind" ? box.y + box.height - edge : box.y + box.height / 2
    return { x: box.x + Math.min(box.width / 2, 60), y }
  }

  async function carry(from: Locator, to: Locator, where: Where): Promise<void> {
    // A list that has just been opened may still move.
    await from.hover()
    const start = await middleOf(from, "into")
    const end = await middleOf(to, where)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 6, start.y + 6, { steps: 2 })
    await page.mouse.move(end.x, end.y, { steps: 6 })
    await page.locator("[data-drop-line]:visible").waitFor()
  }

  const hands: EditorHands = {
    page,
    key,
    shown,
    layers,
    layer: (name) => layers.getByRole("treeitem", { name }),
    async select(selector) {
      const { x, y } = await middleOf(shown.locator(selector).first(), "into")
      await page.mouse.click(x, y)
    },
    async insert(name) {
      await page.getByRole("tab", { name: "Insert" }).click()
      await page.getByRole("button", { name, exact: true }).click()
      await page.getByRole("tab", { name: "Layers" }).click()
    },
    palette: (name) => page.getByRole("button", { name, exact: true }),
    async edit(selector) {
      const { x, y } = await middleOf(shown.locator(selector).first(), "into")
      await page.mouse.dblclick(x, y)
      // Waiting by the browser would run scripts in the frame, which runs none.
      await expect.poll(() => shown.locator(`${selector}[contenteditable]`).count()).toBe(1)
    },
    async typeInto(selector, words) {
      await hands.edit(selector)
      await page.keyboard.press("Control+a")
      await page.keyboard.type(words)
      await page.keyboard.press("Escape")
      await expect.poll(() => shown.locator("[contenteditable]").count()).toBe(0)
    },
    drag: (from) => ({
      async onto(to, where) {
        await carry(from, to, where)
        await page.mouse.up()
      },
      async over(to, where) {
        await carry(from, to, where)
        const line = await page.locator("[data-drop-line]:visible").getAttribute("data-drop-line")
        await page.keyboard.press("Escape")
        await page.mouse.up()
        return line ?? ""
      },
    }),
    async undo() {
      await canvas.focus()
      await page.keyboard.press("Control+z")
    },
    async redo() {
      await canvas.focus()
      await page.keyboard.press("Control+Shift+z")
    },
    async saved() {
      await page.locator("[data-connection=saved]").waitFor()
    },
    html: () =>
      shown
        .locator("body")
        .evaluate((body) =>
          body.innerHTML
            .replaceAll(/ (?:data-uid|contenteditable|spellcheck|data-cs-[a-z-]*)="[^"]*"/g, "")
            .replaceAll(/\s+/g, " "),
        ),
  }
  return hands
}

/** The frame shows this, sooner or later. */
export async function shows(hands: EditorHands, html: string): Promise<void> {
  await expect.poll(() => hands.html()).toBe(html)
}

/** Pages to be edited, each at an address of its own. */
export function pagesFor(session: Session) {
  let pages = 0
  /** The key of a new page that shows nothing. */
  async function emptyPage(): Promise<string> {
    pages += 1
    const id = `page${pages}`
    await expectOk(
      session.call("site.createDocument", { document: { type: "page", id }, title: `Page ${pages}`, address: id }),
    )
    return `page:${id}`
  }
  /** The key of a new page that shows this. */
  async function pageWith(html: string): Promise<string> {
    const key = await emptyPage()
    const [type, id] = key.split(":")
    const document = { type, id }
    const { content } = await expectOk(
      session.call<{ content: { contentNodeId: string } }>("site.openDocument", { document }),
    )
    await expectOk(session.call("site.insertHtml", { document, parentId: content.contentNodeId, html }))
    return key
  }
  return { emptyPage, pageWith }
}

/** What somebody copied elsewhere comes in, as with Ctrl+V. */
export async function paste(hands: EditorHands, html: string): Promise<void> {
  await hands.page.getByRole("group", { name: /^Canvas of/ }).evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData("text/html", text)
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)
}
