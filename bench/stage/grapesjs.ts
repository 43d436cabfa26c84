// GrapesJS on the same page, in the same browser: what each gesture takes of the page's main thread.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { findPackageJSON } from "node:module"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import type { Page } from "playwright-core"

export interface Peer {
  /** An empty page of its origin: what comes next is opened in the same process. */
  rest(): Promise<void>
  open(): Promise<void>
  select(): Promise<void>
  beginTyping(): Promise<void>
  type(): Promise<void>
  beginDrag(): Promise<void>
  drag(moves: number): Promise<void>
  endDrag(): Promise<void>
  insert(html: string): Promise<void>
  undo(): Promise<void>
  /** How many components its page has. */
  count(): Promise<number>
  close(): Promise<void>
}

interface Editor {
  getWrapper(): { append(html: string): unknown; find(selector: string): unknown[] }
  UndoManager: { undo(): void }
}

export async function startGrapes(page: Page, html: string): Promise<Peer> {
  const dist = join(dirname(findPackageJSON("grapesjs", import.meta.url)!), "dist")
  const files: Record<string, [type: string, body: string | Buffer]> = {
    "/": ["text/html", "<!doctype html><title>Rest</title>"],
    "/grapes.js": ["text/javascript", readFileSync(join(dist, "grapes.min.js"))],
    "/grapes.css": ["text/css", readFileSync(join(dist, "css/grapes.min.css"))],
    "/page": ["text/plain", html],
    "/editor": [
      "text/html",
      `<!doctype html><title>Opening</title><link rel="stylesheet" href="/grapes.css"><script src="/grapes.js"></script>
<div id="editor"></div><script>
fetch("/page").then((answer) => answer.text()).then((components) => {
  window.editor = grapesjs.init({ container: "#editor", height: "100vh", storageManager: false, components })
  window.editor.onReady(() => { document.title = "Ready" })
})
</script>`,
    ],
  }
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ""] ?? ["text/plain", ""]
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "cache-control": "max-age=3600" }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shown = page.frameLocator("iframe.gjs-frame")
  const middle = async (at: number) => {
    const box = (await shown.locator("p").nth(at).boundingBox())!
    return [box.x + 5, box.y + box.height / 2] as const
  }

  return {
    rest: async () => void (await page.goto(url)),
    async open() {
      await page.goto(`${url}/editor`)
      await page.waitForFunction(() => document.title === "Ready")
    },
    select: async () => page.mouse.click(...(await middle(3))),
    async beginTyping() {
      await page.mouse.dblclick(...(await middle(3)))
      await shown.locator("p[contenteditable=true]").waitFor()
    },
    async type() {
      await page.keyboard.type("hello")
      // Only then are the letters in its document; ours has each at once.
      await page.keyboard.press("Escape")
    },
    async beginDrag() {
      await page.mouse.click(...(await middle(5)))
      const handle = (await page
        .locator(".gjs-toolbar-item.fa-arrows, .gjs-toolbar-item:nth-child(2)")
        .first()
        .boundingBox())!
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
      await page.mouse.down()
      await page.mouse.move(handle.x + 20, handle.y + 60)
    },
    async drag(moves) {
      const [x, y] = await middle(3)
      for (let move = 0; move < moves; move += 1) await page.mouse.move(x + 8, y + ((move * 7) % 500))
    },
    async endDrag() {
      const line = page.locator(".gjs-placeholder").first()
      if (!(await line.isVisible())) throw new Error("GrapesJS shows no place to drop: what was measured was no drag.")
      await page.keyboard.press("Escape")
      await page.mouse.up()
    },
    insert: (more) =>
      page.evaluate((text) => void (window as unknown as { editor: Editor }).editor.getWrapper().append(text), more),
    undo: () => page.evaluate(() => void (window as unknown as { editor: Editor }).editor.UndoManager.undo()),
    count: () => page.evaluate(() => (window as unknown as { editor: Editor }).editor.getWrapper().find("*").length),
    async close() {
      await new Promise((resolve) => server.close(resolve).closeAllConnections())
    },
  }
}
