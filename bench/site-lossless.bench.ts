/**
 * What a page loses on its way through a site: imported, kept as nodes, published. Real pages in Chromium at two widths,
 * scripts off, animations at their end; pixels, declarations and attributes are counted. Not a measurement of speed.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { findChromium } from "../scripts/chromium.mjs"
import { lostAttributes } from "./site/lost-attributes.ts"
import { type FoundPage, findPages, hostsIn } from "./site/pages.ts"
import { type Published, publishPage } from "./site/publish-page.ts"
import { smallest } from "./stage/size.ts"
import { printAims } from "./stage/table.ts"

const WIDTHS = [1280, 390]
/** Chromium takes no picture of what is taller than a texture. */
const TALLEST = 12_000
const cache = join(import.meta.dirname, "node_modules/.cache/site-pages")
const ownPages = join(import.meta.dirname, "site/own-pages")
const { pages, absent } = smallest
  ? { pages: [{ packageName: "own", folder: ownPages, path: "article.html" }], absent: [] }
  : findPages(cache)

if (pages.length === 0) throw new Error("No package of pages could be fetched, so there is nothing to compare.")

// As an administrator would who wants these pages; nobody answers there, for neither of the two.
const hosts = hostsIn(pages)
const allowed = { resourceHosts: hosts, frameHosts: hosts }
const published = new Map<string, Published>()
const server = createServer((request, response) => {
  const url = new URL(request.url!, "http://localhost")
  const [, at, ...rest] = decodeURIComponent(url.pathname).split("/")
  const page = pages[Number(at)]
  const path = normalize(rest.join("/"))
  const type = { ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml" }[extname(path)]
  const stored = url.searchParams.has("published") ? published.get(at!) : undefined
  try {
    if (!page || path.startsWith("..")) throw new Error("nothing there")
    const whole = stored && (path === normalize(page.path) ? stored.html : stored.sheets.get(path))
    const body = whole ?? readFileSync(join(page.folder, path))
    response.writeHead(200, type ? { "content-type": `${type}; charset=utf-8` } : {}).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const browser = await chromium.launch(findChromium())
const measuring = await (await browser.newContext()).newPage()

interface Row {
  page: string
  "1280 px, %": string
  "390 px, %": string
  declarations: string
  "attributes lost": number
  reported: number
}
const rows: Row[] = []
const worst = { pixels: 0, declarations: 0, attributes: 0, control: 0 }
const contexts = await Promise.all(
  WIDTHS.map((width) =>
    browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
      reducedMotion: "reduce",
      deviceScaleFactor: 1,
    }),
  ),
)
// Nothing from elsewhere, for neither of the two: what a host answers today is not the page's.
for (const context of contexts)
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )

for (const [at, page] of pages.entries()) {
  const made = publishPage(page.folder, page.path, allowed)
  published.set(String(at), made)
  rows.push(await compare(at, page, made))
}
console.table(rows)
if (absent.length > 0) console.log(`Not to be had here: ${absent.join(", ")}.`)
printAims("Pages that went through a site", [
  counted(
    "pixels that differ, on the page where most do",
    `${worst.pixels.toFixed(3)} %`,
    "at most 0.1 %",
    worst.pixels <= 0.1,
  ),
  counted("the original beside itself", `${worst.control.toFixed(3)} %`, "0.000 %", worst.control === 0),
  counted("declarations lost", `${worst.declarations}`, "0", worst.declarations === 0),
  counted("safe attributes lost", `${worst.attributes}`, "0", worst.attributes === 0),
])
await browser.close()
server.close()

async function compare(at: number, page: FoundPage, made: Published): Promise<Row> {
  const shares: string[] = []
  let declarations = ""
  for (const context of contexts) {
    const address = `${origin}/${at}/${page.path}`
    const { before, after, share } = await closest(context, address, `${address}?published`)
    worst.pixels = Math.max(worst.pixels, share)
    worst.control = Math.max(worst.control, (await closest(context, address, address)).share)
    worst.declarations += Math.max(0, before.declarations - after.declarations)
    declarations = `${after.declarations} of ${before.declarations}`
    shares.push(share.toFixed(3))
  }
  const lost = await lostAttributes(measuring, readFileSync(join(page.folder, page.path), "utf8"), made.html)
  for (const one of lost) console.log(`${page.path}: lost ${one.slice(0, 200)}`)
  worst.attributes += lost.length
  return {
    page: `${page.packageName} ${page.path}`,
    "1280 px, %": shares[0]!,
    "390 px, %": shares[1]!,
    declarations,
    "attributes lost": lost.length,
    reported: made.report.length,
  }
}

/** The least that two addresses differ by in three looks: a busy machine draws an edge otherwise now and then. */
async function closest(context: BrowserContext, one: string, other: string) {
  for (let attempt = 1, least = 100; ; attempt += 1) {
    const before = await look(context, one)
    const after = await look(context, other)
    least = Math.min(least, await difference(before.picture, after.picture))
    if (least === 0 || attempt === 3) return { before, after, share: least }
  }
}

async function look(context: BrowserContext, address: string): Promise<{ picture: Buffer; declarations: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await context.newPage()
    try {
      await page.goto(address, { waitUntil: "load" })
      // Loaded is not drawn: a picture that is still being decoded is missing on a busy machine.
      await page.evaluate(async () => {
        const loaded = [...document.images].filter((image) => image.complete)
        await Promise.all([document.fonts.ready, ...loaded.map((image) => image.decode().catch(() => {}))])
      })
      const declarations = await countDeclarations(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const clip = { x: 0, y: 0, width: page.viewportSize()!.width, height: Math.max(1, Math.min(height, TALLEST)) }
      const picture = await page.screenshot({
        fullPage: true,
        clip,
        animations: "disabled",
        caret: "hide",
        // A film shows another picture each time.
        style: "video { visibility: hidden }",
      })
      return { picture, declarations }
    } catch (error) {
      // Chromium gives up a picture now and then when others need the machine.
      if (attempt === 5) throw new Error(`No picture of ${address}`, { cause: error })
    } finally {
      await page.close()
    }
  }
}

/** Of all sheets that came from here, as the browser has them. */
function countDeclarations(page: Page): Promise<number> {
  return page.evaluate(() => {
    const count = (rules: CSSRuleList): number =>
      [...rules].reduce((sum, rule) => {
        const { style, cssRules } = rule as CSSStyleRule
        return sum + (style?.length ?? 0) + (cssRules ? count(cssRules) : 0)
      }, 0)
    return [...document.styleSheets].reduce((sum, sheet) => {
      try {
        return sum + count(sheet.cssRules)
      } catch {
        return sum
      }
    }, 0)
  })
}

/** The share of pixels that are not exactly alike, in percent; pictures of unlike size differ where only one has any. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0
  return measuring.evaluate(
    async (pictures) => {
      const bitmaps = await Promise.all(
        pictures.map(async (data) => createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())),
      )
      const width = Math.max(...bitmaps.map((bitmap) => bitmap.width))
      const height = Math.max(...bitmaps.map((bitmap) => bitmap.height))
      const [a, b] = bitmaps.map((bitmap) => {
        const canvas = new OffscreenCanvas(width, height)
        const drawing = canvas.getContext("2d")!
        drawing.drawImage(bitmap, 0, 0)
        return new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer)
      })
      let unlike = 0
      for (let n = 0; n < a!.length; n += 1) if (a![n] !== b![n]) unlike += 1
      return (100 * unlike) / a!.length
    },
    [one.toString("base64"), other.toString("base64")],
  )
}

function counted(what: string, measured: string, aim: string, met: boolean) {
  return { what, measured, aim, met, counted: true as const }
}
