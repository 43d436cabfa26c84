// The editor on a page of 2,250 nodes: what each gesture takes of the page's main thread, beside GrapesJS on the same page.
import { setTimeout as pause } from "node:timers/promises"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { signIn } from "../packages/testing/src/session.ts"
import { startBrowser } from "./stage/browser.ts"
import { type Peer, startGrapes } from "./stage/grapesjs.ts"
import { absenceOf, versionOf } from "./stage/installed.ts"
import { ADMIN, LOAD_CORE, pin, SERVER_CORE, scratchFolder, startServerOn } from "./stage/product.ts"
import { size, smallest } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
/** Each has 59 nodes. */
const SECTIONS = size(38, 2)
const ELEMENTS_OF_SECTION = 30
const PASTED_SECTIONS = size(34, 1)
const MOVES = size(100, 5)
/** Until nothing is left to do after a gesture: what comes later belongs to it, too. */
const SETTLES_MS = size(700, 200)

const AIMS_MS = { open: 600, select: 60, type: 150, insert: 300, undo: 150, drag: 4 * MOVES } as const
type Measured = keyof typeof AIMS_MS
/** Of what GrapesJS takes. */
const MOST_OF_PEER: Readonly<Record<Measured, number>> = {
  open: 0.2,
  select: 1,
  type: 1,
  insert: 0.2,
  undo: 0.2,
  drag: 1,
}
const WORDS: Readonly<Record<Measured, string>> = {
  open: "opening the page in a tab that has the files",
  select: "selecting an element",
  type: "typing five characters",
  insert: "pasting 2,000 nodes",
  undo: "taking that back",
  drag: `dragging over ${MOVES} places`,
}

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const server = await startServerOn(
  postgres.connection,
  folder.path,
  "a secret for measuring only, thirty-two characters or more",
)
pin(server.child.pid!, SERVER_CORE)
pin(process.pid, LOAD_CORE)
const session = await signIn(server.url, ADMIN.email, ADMIN.password)
const taken: Record<Measured, number[]> = { open: [], select: [], type: [], insert: [], undo: [], drag: [] }
const pages = await Promise.all(
  Array.from({ length: ROUNDS + (smallest ? 0 : 1) }, (_, round) => makePage(`big${round}`)),
)
const theirs: Record<Measured, number[]> = { open: [], select: [], type: [], insert: [], undo: [], drag: [] }
let heapMegabytes = 0

const browser = await startBrowser(session, server.url)
const { page } = browser
const shown = page.frameLocator('iframe[title^="How "]')
const canvas = page.getByRole("group", { name: /^Canvas of/ })
await page.setViewportSize({ width: 1440, height: 900 })
const absence = absenceOf(["grapesjs"])
const peer = absence === null ? await startGrapes(page, html(SECTIONS)) : null
for (const [round, id] of pages.entries()) {
  // The first warms up the browser and is not counted, but where there is no other.
  await playRound(id, round > 0 || smallest)
  if (peer) await playPeer(peer, round > 0)
}
await peer?.close()
await browser.close()
await server.stop()
await postgres.stop()
folder.remove()

printAims(`The editor on a page of ${(SECTIONS * 59).toLocaleString("en")} nodes, processor time of the main thread`, [
  ...(Object.keys(AIMS_MS) as Measured[]).map((name) => ({
    what: WORDS[name],
    measured: `${Math.round(median(taken[name]))} ms (${taken[name].map(Math.round).join(", ")})`,
    aim: `<= ${AIMS_MS[name]} ms`,
    met: median(taken[name]) <= AIMS_MS[name],
  })),
  {
    what: "memory of the tab's scripts afterwards",
    measured: `${Math.round(heapMegabytes)} MB`,
    aim: "<= 120 MB",
    met: heapMegabytes <= 120,
  },
])

if (peer) {
  const ratios = (name: Measured) => taken[name].map((ours, round) => ours / theirs[name][round]!)
  printAims(
    `The same beside GrapesJS ${versionOf("grapesjs")} on the same page, by turns`,
    (Object.keys(AIMS_MS) as Measured[]).map((name) => ({
      what: WORDS[name],
      measured: `${(median(ratios(name)) * 100).toFixed(0)} % (${Math.round(median(theirs[name]))} ms there)`,
      aim: `<= ${MOST_OF_PEER[name] * 100} %`,
      met: median(ratios(name)) <= MOST_OF_PEER[name],
    })),
  )
} else console.log(`GrapesJS: ${absence}.`)

async function playPeer(peer: Peer, counts: boolean): Promise<void> {
  const measure = measuring(theirs, counts)
  await peer.rest()
  await measure("open", () => peer.open())
  await measure("select", () => peer.select())
  await peer.beginTyping()
  await measure("type", () => peer.type())
  await peer.beginDrag()
  await measure("drag", () => peer.drag(MOVES))
  await peer.endDrag()
  const before = await peer.count()
  await measure("insert", () => peer.insert(html(PASTED_SECTIONS)))
  const inserted = (await peer.count()) - before
  await measure("undo", () => peer.undo())
  const left = (await peer.count()) - before
  if (inserted < PASTED_SECTIONS * ELEMENTS_OF_SECTION || left !== 0)
    throw new Error(`GrapesJS: ${inserted} were added and ${left} of them are left: what was measured did not happen.`)
}

function measuring(into: Record<Measured, number[]>, counts: boolean) {
  return async (name: Measured, run: () => Promise<void>): Promise<void> => {
    await pause(SETTLES_MS)
    const before = browser.mainThread()
    await run()
    await pause(SETTLES_MS)
    if (counts) into[name].push((browser.mainThread() - before) / 1_000)
  }
}

async function playRound(id: string, counts: boolean): Promise<void> {
  const measure = measuring(taken, counts)
  await page.goto(`${server.url}/site`)
  await page.getByRole("link", { name: "Pages", exact: true }).first().waitFor()
  await measure("open", async () => {
    await page.goto(`${server.url}/site/edit/page:${id}`)
    await page.waitForSelector('[aria-label^="Canvas of"]')
    await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
  })
  const target = (await shown.locator("p").nth(3).boundingBox())!
  const point = [target.x + 5, target.y + target.height / 2] as const
  await measure("select", () => page.mouse.click(...point))
  await page.mouse.dblclick(...point)
  await measure("type", () => page.keyboard.type("hello"))
  await page.keyboard.press("Escape")

  await page.mouse.move(...point)
  await page.mouse.down()
  await page.mouse.move(point[0] + 8, point[1] + 8)
  await measure("drag", async () => {
    for (let move = 0; move < MOVES; move += 1) await page.mouse.move(point[0] + 8, point[1] + ((move * 7) % 500))
  })
  await page.keyboard.press("Escape")
  await page.mouse.up()

  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Escape")
  // The reader of HTML is loaded once in a tab, and not measured.
  await paste("<p>First</p>")
  await shown.getByText("First", { exact: true }).waitFor()
  await page.locator("[data-connection=saved]").waitFor()
  const before = await countShown()
  await measure("insert", async () => {
    await paste(html(PASTED_SECTIONS))
    await page.locator("[data-connection=saved]").waitFor()
  })
  const inserted = (await countShown()) - before
  await measure("undo", async () => {
    await canvas.press("Control+z")
    await page.locator("[data-connection=saved]").waitFor()
  })
  const left = (await countShown()) - before
  if (inserted !== PASTED_SECTIONS * ELEMENTS_OF_SECTION || left !== 0)
    throw new Error(`${inserted} elements were pasted and ${left} of them are left: what was measured did not happen.`)
  heapMegabytes = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1_000_000,
  )
}

function countShown(): Promise<number> {
  return shown.locator("[data-uid]").count()
}

function paste(text: string): Promise<void> {
  return canvas.evaluate((element, copied) => {
    const data = new DataTransfer()
    data.setData("text/html", copied)
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

function html(sections: number): string {
  const paragraph = (section: number, at: number) => `<p>Words ${section} ${at} with <a href="/x">a link</a></p>`
  return Array.from(
    { length: sections },
    (_, section) =>
      `<section class="part"><h2>Section ${section}</h2>${Array.from({ length: 14 }, (__, at) => paragraph(section, at)).join("")}</section>`,
  ).join("")
}

async function makePage(id: string): Promise<string> {
  const document = { type: "page", id }
  const call = async <T>(verb: string, input: object) => {
    const { status, body } = await session.call<T>(verb, input)
    if (status !== 200) throw new Error(`${verb} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  await call("site.createDocument", { document, title: id, address: id })
  const { content } = await call<{ content: { contentNodeId: string } }>("site.openDocument", { document })
  await call("site.insertHtml", { document, parentId: content.contentNodeId, html: html(SECTIONS) })
  return id
}
