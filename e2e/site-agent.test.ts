import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import type { RehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { startProvider, write } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor } from "./editor.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()

const PHONE = { width: 390, height: 500 }
const ACCENT = "rgb(11, 110, 79)"
const DARK = "rgb(17, 17, 17)"
const PAGE = "page:{{results.0.pageId}}"
const CHECKOUT = "{{results.0.nodes.0.document.type}}:{{results.0.nodes.0.document.id}}"

const HERO = `<section class="co-hero"><h1>Checkout that keeps its promises</h1><p>Paid in one step, on any phone.</p><p><a class="co-go" href="#status">See its status</a></p></section>
<style>.co-hero { padding: 4rem 1.5rem } .co-go { background: var(--color-accent); color: white; padding: 0.75rem 1.5rem }</style>`
const PLANS = `<section class="co-plans"><h2>Plans</h2><table><tr><th>Plan</th><th>Payments a month</th><th>Price</th></tr><tr><td>Small</td><td>1 000</td><td>9</td></tr></table></section>
<style>.co-plans table { width: 60rem } .co-plans { border-top: 4px solid var(--color-accent) }</style>`
const STATUS = `<section class="co-status" id="status"><h2>How it is doing</h2><cs-loop data-source="systems" data-filter="name=Checkout" data-limit="1"><p class="co-state">{currentEntry.name}: {currentEntry.statusWords}</p></cs-loop></section>
<style>.co-status { padding: 2rem 1.5rem }</style>`
const STICKY = `.bar { position: sticky; top: 0; z-index: 1; background: var(--canvas) }
@media (max-width: 480px) { .co-plans table { width: 100%; table-layout: fixed } }`
const TOGGLE = `const button = document.querySelector(".theme-toggle")
const root = document.documentElement
button?.addEventListener("click", () => {
  const dark = root.classList.toggle("is-dark")
  button.setAttribute("aria-pressed", String(dark))
})
`
const PASTED = `<h1>Pay and go</h1>
<p class="pasted-lead" onclick="steal()">Written somewhere else, and pasted here.</p>
<script>document.title = "taken over"</script>
<style>.pasted-lead { color: rgb(120, 30, 60); letter-spacing: 2px }</style>`

/** What a model does that follows its instructions: it looks first, names what it was told, and closes with one sentence. */
const scripts: RehearsalScript[] = [
  { match: "^\\[Decision\\]\\s*applied", steps: [{ say: "The script is in place." }] },
  {
    match: "build a landing page for Checkout",
    steps: [
      {
        say: "I look at what there is, and begin with the colour.",
        calls: [call("addPage", { title: "Checkout", slug: "checkout" })],
      },
      {
        calls: [
          { name: "catalog_listSystems", arguments: { text: "Checkout" } },
          call("listLoopSources", {}),
          call("setColorTokens", { tokens: [{ slug: "accent", lightValue: "#0b6e4f" }] }),
        ],
      },
      ...[HERO, PLANS, STATUS].map((html) => ({
        calls: [call("insertHtml", { document: PAGE, parentId: "{{results.0.rootNodeId}}", html })],
      })),
      {
        calls: [
          call("setPageSeo", { pageId: "{{results.0.pageId}}", description: "Checkout, and how it is doing." }),
          call("checkPage", { document: PAGE }),
        ],
      },
      { say: "The page for {{results.1.items.0.name}} is in the draft, with its status." },
    ],
  },
  {
    match: "make the header sticky",
    steps: [
      { calls: [call("findNodes", { tag: "header" }), call("listBreakpoints", {})] },
      { calls: [call("inspectStyles", { nodeId: "{{results.0.nodes.0.nodeId}}", document: CHECKOUT })] },
      { calls: [call("applyCss", { css: STICKY })] },
      { say: "The header stays at the top, and the plans fit a phone." },
    ],
  },
  {
    match: "replace the hero with this pasted HTML:\\s*([\\s\\S]+)",
    steps: [
      { calls: [call("findNodes", { class: "co-hero" })] },
      {
        calls: [
          call("replaceNodeHtml", { nodeId: "{{results.0.nodes.0.nodeId}}", document: CHECKOUT, html: "{{match.1}}" }),
        ],
      },
      { say: "It is replaced. Left out: `{{results.1.warnings.*}}`" },
    ],
  },
  {
    match: "rename the accent colour everywhere",
    steps: [
      { calls: [call("listTokens", { family: "colors" }), call("whereUsed", { variable: "--color-accent" })] },
      { calls: [call("renameToken", { family: "colors", slug: "accent", to: "brand" })] },
      { say: "It is called brand now, also in {{result.changedRules}} rules." },
    ],
  },
  {
    match: "add a theme toggle",
    steps: [
      { calls: [call("findNodes", { selector: ".bar > div" })] },
      {
        calls: [
          call("insertHtml", {
            parentId: "{{results.0.nodes.0.nodeId}}",
            document: CHECKOUT,
            html: '<button type="button" class="theme-toggle" aria-pressed="false">Dark</button><style>.theme-toggle { padding: 0.5rem 1rem } .is-dark body { background: rgb(17, 17, 17) }</style>',
          }),
        ],
      },
      { calls: [call("writeCodeAsset", { path: "theme-toggle.js", type: "script", content: TOGGLE })] },
      { say: "The button is in the draft; the script waits for your signature." },
    ],
  },
  {
    match: "what is selected here",
    steps: [
      { calls: [call("findNodes", { text: "Typed just now", tag: "h1" })] },
      { say: "This stands here: {{result.nodes.0.text}}" },
    ],
  },
  {
    match: "open the page for Checkout",
    steps: [
      { calls: [call("findNodes", { class: "co-plans" })] },
      { calls: [call("openDocument", { document: CHECKOUT })] },
      { calls: [call("readDocument", {})] },
      { say: "Now you see {{result.title}}." },
    ],
  },
  {
    match: "revert that",
    steps: [{ calls: [call("revertTurn", {})] }, { say: "It is taken back, but for this: {{result.left.*}}" }],
  },
]

const provider = await prepare()

describe("the agent at work beside the editor, each time up to what visitors see", () => {
  it("builds a landing page for Checkout with a status section", async () => {
    const { page, panel, visitor } = await beside()
    await ask(panel, "Build a landing page for Checkout with a status section")
    await answer(panel).getByText("The page for Checkout is in the draft, with its status.").waitFor()
    // Whoever looks on sees it come to be.
    await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor()
    await answer(panel).getByText('Inserted a section with 4 elements in "Checkout"').waitFor()
    // An eye for each look, a pencil for each change.
    const signs = (name: string) => answer(panel).locator(`svg.lucide-${name}`).count()
    expect([await signs("eye"), await signs("pencil-line")]).toEqual([3, 6])

    await published("/checkout", visitor)
    await visitor.getByRole("heading", { level: 1, name: "Checkout that keeps its promises" }).waitFor()
    expect(await visitor.locator(".co-state").textContent()).toMatch(/^Checkout: \S/)
    expect(await styleOf(visitor, ".co-go", "backgroundColor")).toBe(ACCENT)
    const description = visitor.locator("meta[name=description]")
    expect(await description.getAttribute("content")).toBe("Checkout, and how it is doing.")
  })

  it("makes the header sticky and fixes what overflows on mobile", async () => {
    const { page, panel, visitor } = await beside(PHONE)
    await visitor.goto(`${siteUrl}/checkout`)
    expect(await widthOf(visitor)).toBeGreaterThan(PHONE.width)
    await ask(panel, "Make the header sticky and fix what overflows on mobile")
    await answer(panel).getByText("The header stays at the top, and the plans fit a phone.").waitFor()
    await page.getByText("The assistant is editing too").waitFor()

    await published("/checkout", visitor)
    expect(await widthOf(visitor)).toBe(PHONE.width)
    expect(await styleOf(visitor, "header.bar", "position")).toBe("sticky")
    await visitor.evaluate(() => scrollTo(0, 400))
    await expect.poll(() => visitor.evaluate(() => scrollY)).toBeGreaterThan(50)
    expect(await visitor.locator("header.bar").evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0)
  })

  it("replaces the hero with pasted HTML, without what would run", async () => {
    const { panel, visitor } = await beside()
    await ask(panel, `Replace the hero with this pasted HTML:\n${PASTED}`)
    await answer(panel).getByText("It is replaced. Left out:").waitFor()
    const told = (await answer(panel).textContent()) ?? ""
    expect(told).toContain('onclick="steal()" of <p> was left out')
    expect(told).toContain("<script> was left out")

    await published("/checkout", visitor)
    expect((await visitor.locator("section.co-hero").textContent())?.trim().split(/\s*\n\s*/)).toEqual([
      "Pay and go",
      "Written somewhere else, and pasted here.",
    ])
    expect(await visitor.locator("h1").count()).toBe(1)
    expect(await styleOf(visitor, ".pasted-lead", "color")).toBe("rgb(120, 30, 60)")
    expect(await visitor.locator("[onclick], main script").count()).toBe(0)
    expect(await visitor.title()).not.toContain("taken over")
  })

  it("renames the accent colour everywhere, and it looks the same", async () => {
    const { panel, visitor } = await beside()
    await ask(panel, "Rename the accent colour everywhere")
    await answer(panel)
      .getByText(/^It is called brand now, also in [1-9]\d* rules\.$/)
      .waitFor()

    await published("/checkout", visitor)
    expect(await variables(visitor)).toEqual({ brand: "#0b6e4f", accent: "", left: 0 })
    expect(await styleOf(visitor, ".co-plans", "borderTopColor")).toBe(ACCENT)
  })

  it("knows what is open and selected, and finds what was typed just before the message", async () => {
    const { page, panel, document } = await beside()
    const hands = await openEditor(page, url, document)
    const sent: string[] = []
    const release = Promise.withResolvers<void>()
    await page.route(/applyCommands/, async (route) => {
      await release.promise
      const response = await route.fetch()
      sent.push("changes")
      await route.fulfill({ response })
    })
    page.on("request", (request) => new URL(request.url()).pathname === "/api/ai/chat" && sent.push("message"))
    await hands.typeInto("h1", "Typed just now")
    await hands.select("h1")
    const selected = await page.getByRole("treeitem", { selected: true }).getAttribute("data-row")
    await write(panel, "What is selected here?")
    await expect.poll(() => panel.getByRole("textbox", { name: "Message" }).inputValue()).toBe("")
    expect(sent).toEqual([])
    release.resolve()
    await answer(panel).getByText("This stands here: Typed just now").waitFor()

    expect(sent.lastIndexOf("changes")).toBeLessThan(sent.indexOf("message"))
    const told = JSON.stringify(provider.heard.at(-1)!.body.messages)
    expect(told).toContain(`${document} is open in the editor: root `)
    expect(told).toContain(`Selected: ${selected} (h1).`)
    expect(told).toContain("Breakpoints: base@1280px, tablet@820px, phone@480px.")
    expect(told).toContain("(/checkout)")
    expect(told).toContain("Tokens: colours --color-")
  })

  it("opens another page in the editor of whoever asked, and goes on with that", async () => {
    const { page, panel, document } = await beside()
    await ask(panel, "Open the page for Checkout")
    await answer(panel).getByText("Now you see Checkout.").waitFor()
    await answer(panel).getByText('Opened "Checkout" in the editor').waitFor()
    await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/site\/edit\/page:/)
    expect(page.url()).not.toContain(document)
  })

  it("adds a theme toggle whose script runs once somebody has signed its whole text, and reverts that", async () => {
    const { panel, visitor } = await beside()
    await ask(panel, "Add a theme toggle")
    const card = panel.getByRole("article", { name: 'Add the script "theme-toggle.js"' })
    await card.waitFor()
    await answer(panel).getByText("the script waits for your signature").waitFor()
    const shown = (await card.textContent()) ?? ""
    expect(shown).toContain("on every page once the site is published")
    expect(shown.replaceAll(/\s+/g, "")).toContain(TOGGLE.replaceAll(/\s+/g, ""))

    const toggle = visitor.getByRole("button", { name: "Dark" })
    await published("/checkout", visitor)
    await toggle.click()
    expect(await toggle.getAttribute("aria-pressed")).toBe("false")
    await card.getByRole("button", { name: /^Apply/ }).click()
    await answer(panel).getByText("The script is in place.").waitFor()
    await published("/checkout", visitor)
    expect(await styleOf(visitor, "body", "backgroundColor")).not.toBe(DARK)
    await toggle.click()
    expect(await toggle.getAttribute("aria-pressed")).toBe("true")
    expect(await styleOf(visitor, "body", "backgroundColor")).toBe(DARK)

    const toggled = panel.getByRole("article", { name: "Assistant" }).filter({ hasText: "waits for your signature" })
    await ask(panel, "Revert that")
    await answer(panel).getByText("It is taken back, but for this: A script stays.").waitFor()
    await published("/checkout", visitor)
    expect(await toggle.count()).toBe(0)
    await toggled.getByText(/^Taken back: 1 change on .+, but for what had to stay$/).waitFor()
    expect(await styleOf(visitor, "header.bar", "position")).toBe("sticky")
  })
})

function call(name: string, input: object) {
  return { name: `site_${name}`, arguments: input }
}

/** A site from a starter with one public system, and a model that follows the scripts. */
async function prepare(): Promise<RehearsalServer> {
  await expectOk(ana.call("site.beginWithStarter", { starter: "product", name: "Blue Harbour" }))
  const { id: systemId } = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Checkout" }))
  await expectOk(ana.call("site.setPublicName", { systemId, name: "Checkout" }))
  const provider = await startProvider(scripts)
  await expectOk(
    ana.call("ai.createConnection", {
      driver: "openai-compatible",
      label: "Gateway",
      baseUrl: `${provider.url}/v1`,
      apiKey: "a-key-of-the-gateway",
      defaultModel: "qwen3-32b",
      availableModels: ["qwen3-32b"],
      contextWindowTokens: 64_000,
      disableTopicalClassifier: true,
    }),
  )
  return provider
}

/** The editor with the panel beside it, and a visitor of the site. */
async function beside(viewport?: {
  width: number
  height: number
}): Promise<{ page: Page; panel: Locator; visitor: Page; document: string }> {
  const { items } = await expectOk(
    ana.call<{ items: { id: string; title: string }[] }>("site.findDocuments", { type: "page" }),
  )
  const { id: document } = items.find(({ title }) => title !== "Checkout")!
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/site/edit/${document}`)
  await page.getByRole("tree", { name: "Layers" }).waitFor()
  await page.keyboard.press("Control+j")
  const panel = page.getByRole("complementary", { name: "Assistant" })
  const visitor = await browser.visit({ colorScheme: "light", ...(viewport && { viewport }) })
  return { page, panel, visitor: visitor.page, document }
}

async function ask(panel: Locator, text: string): Promise<void> {
  await write(panel, text)
  await panel.getByRole("article", { name: "You" }).last().getByText(text.split("\n")[0]!).waitFor()
}

function answer(panel: Locator): Locator {
  return panel.getByRole("article", { name: "Assistant" }).last()
}

/** All that is drafted, as a visitor gets it. */
async function published(path: string, visitor: Page): Promise<void> {
  await expectOk(ana.call("site.publish", {}))
  await visitor.goto(siteUrl + path)
}

function styleOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name as "color"], property)
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** What the page knows of the colour by each of its names, and how many rules still use the one that is gone. */
function variables(page: Page): Promise<{ brand: string; accent: string; left: number }> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
    return {
      brand: style.getPropertyValue("--color-brand"),
      accent: style.getPropertyValue("--color-accent"),
      left: rules.filter((text) => text.includes("--color-accent")).length,
    }
  })
}
