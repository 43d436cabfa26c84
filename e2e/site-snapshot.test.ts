import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { startProvider, write } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()

/** One of each fault; what is wide is so on a phone alone. */
const HTML = `<section class="good"><h1>How we look</h1><p>Nothing is wrong with these words.</p></section>
<section class="faults"><pre class="wide">${"0123456789".repeat(8)}</pre><div class="cut"><p class="long">A line that is longer than what is around it</p></div>
<img class="broken" src="/_media/never-there.png" alt="A chart"><p class="ghost">Nobody sees this</p><p class="pale">Pale words</p>
<div class="pile"><p class="under">Under the others</p><p class="over">Over the others</p></div><button type="button" class="tiny">x</button><button type="button" class="close">y</button></section>
<style>.good { padding: 40px; background: white; color: black } .faults { background: white; color: black }
.wide { margin: 0; font: 16px monospace; white-space: pre } .cut { overflow: hidden; width: 120px } .long { white-space: nowrap }
.ghost { opacity: 0 } .pale { color: rgb(200, 200, 200) } .pile { position: relative; height: 60px } .pile p { position: absolute; top: 0; left: 0; margin: 0 }
.tiny, .close { height: 12px; padding: 0; border: 0 } .tiny { width: 12px } .close { width: 60px }</style>`

await expectOk(ana.call("site.beginWithStarter", { starter: "product", name: "Blue Harbour" }))
const provider = await startProvider([
  {
    match: "how does (\\S+) look( on a phone)?",
    steps: [
      { calls: [{ name: "site_renderSnapshot", arguments: { document: "{{match.1}}" } }] },
      [{ when: '"why":\\s*null', say: "I have looked." }, { say: "I could not: {{result.why}}." }],
    ],
  },
  {
    match: "look at (\\S+) alone",
    steps: [
      { calls: [{ name: "site_renderSnapshot", arguments: { nodeId: "{{match.1}}", breakpointId: "phone" } }] },
      { say: "I have looked." },
    ],
  },
])

interface Snapshot {
  breakpointId: string
  width: number
  layout: {
    viewport: { width: number }
    page: { width: number }
    boxes: { uid: string; tag: string; box: number[] }[]
    warnings: { problem: string; uid: string; tag: string; with?: string; measured?: number }[]
  }
}

describe("the assistant looks at a page, in the tab of whoever asks", () => {
  it("by boxes that are those of the published page, and by what is wrong at each breakpoint", async () => {
    const { document, uids } = await faultyPage()
    const page = await besideTheEditor(document)
    await write(page.getByRole("complementary", { name: "Assistant" }), `How does ${document} look?`)
    const snapshots = await answered(page)
    expect(snapshots.map(({ breakpointId, width }) => [breakpointId, width])).toEqual([
      ["base", 1280],
      ["tablet", 820],
      ["phone", 480],
    ])

    const told = (at: number) =>
      snapshots[at]!.layout.warnings.map(({ problem, uid }) => `${problem}: ${uids.get(uid)}`)
    const everywhere = [
      "content is cut off: cut",
      "broken picture: broken",
      "invisible: ghost",
      "weak contrast: pale",
      "texts overlap: under",
    ]
    expect(told(0).toSorted()).toEqual(everywhere.toSorted())
    everywhere.push("small target: tiny")
    expect(told(1).toSorted()).toEqual(everywhere.toSorted())
    expect(told(2).toSorted()).toEqual([...everywhere, "wider than the window: wide"].toSorted())
    const wide = snapshots[2]!.layout.warnings.find(({ problem }) => problem === "wider than the window")
    expect(snapshots[2]!.layout.page.width).toBe(480 + Math.round(wide!.measured!))
    expect(await page.locator("iframe[aria-hidden]").count()).toBe(0)

    await expectOk(ana.call("site.publish", {}))
    for (const { width, layout } of snapshots) {
      const visitor = await browser.visit({ viewport: { width, height: 800 } })
      await visitor.page.goto(`${siteUrl}/looks`)
      for (const name of ["good", "faults"]) {
        const uid = [...uids].find(([, one]) => one === name)![0]
        const { x, y, width: wide, height } = (await visitor.page.locator(`.${name}`).boundingBox())!
        expect(layout.boxes.find((one) => one.uid === uid)?.box, name).toEqual([x, y, wide, height].map(Math.round))
      }
    }
  })

  it("and finds nothing wrong with a page that a starter brings, frame and all", async () => {
    const { items } = await expectOk(ana.call<{ items: { id: string; title: string }[] }>("site.findDocuments", {}))
    const home = items.find(({ id, title }) => id.startsWith("page:") && title !== "Looks")!
    const page = await besideTheEditor(home.id)
    await write(page.getByRole("complementary", { name: "Assistant" }), `How does ${home.id} look?`)
    const snapshots = await answered(page)
    expect(snapshots.map(({ layout }) => layout.warnings)).toEqual([[], [], []])
    expect(snapshots.map(({ layout }) => layout.page.width)).toEqual([1280, 820, 480])
    expect(snapshots[0]!.layout.boxes.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(["header", "main", "h1", "footer"]),
    )
  })

  it("at one element of the open page alone, and says what there is not", async () => {
    const { document, uids } = await faultyPage("again")
    const good = [...uids].find(([, one]) => one === "good")![0]
    const page = await besideTheEditor(document)
    const panel = page.getByRole("complementary", { name: "Assistant" })
    await write(panel, `Look at ${good} alone`)
    const [phone, ...others] = await answered(page)
    expect(others).toEqual([])
    expect(phone).toMatchObject({ breakpointId: "phone", layout: { warnings: [] } })
    expect(phone!.layout.boxes.map(({ tag }) => tag)).toEqual(["section", "h1", "p"])

    await write(panel, "How does page:nowhere look?")
    await said(page, "I could not: no such document.")
  })
})

/** A page with its faults, and which class each of its elements has. */
async function faultyPage(slug = "looks"): Promise<{ document: string; uids: Map<string, string> }> {
  await ana.call("ai.createConnection", {
    driver: "openai-compatible",
    label: `Gateway ${slug}`,
    baseUrl: `${provider.url}/v1`,
    defaultModel: "qwen3-32b",
    contextWindowTokens: 200_000,
    disableTopicalClassifier: true,
  })
  const { pageId, rootNodeId } = await expectOk(
    ana.call<{ pageId: string; rootNodeId: string }>("site.addPage", { title: "Looks", slug }),
  )
  const document = `page:${pageId}`
  await expectOk(ana.call("site.insertHtml", { document, parentId: rootNodeId, html: HTML }))
  const { nodes } = await expectOk(
    ana.call<{ nodes: { nodeId: string; classes: string[] }[] }>("site.findNodes", { document, selector: "[class]" }),
  )
  return { document, uids: new Map(nodes.map(({ nodeId, classes }) => [nodeId, classes[0]!])) }
}

async function besideTheEditor(document: string): Promise<Page> {
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/site/edit/${document}`)
  await page.getByRole("tree", { name: "Layers" }).waitFor()
  await page.keyboard.press("Control+j")
  provider.heard.length = 0
  return page
}

async function said(page: Page, words: string): Promise<void> {
  await page.getByRole("article", { name: "Assistant" }).last().getByText(words).waitFor()
}

/** What the model was told of the tab's answer. */
async function answered(page: Page): Promise<Snapshot[]> {
  await said(page, "I have looked.")
  const { messages } = provider.heard.at(-1)!.body as { messages: { role: string; content: string }[] }
  const { content } = messages.findLast(({ role }) => role === "tool")!
  return (JSON.parse(content) as { snapshots: Snapshot[] }).snapshots
}
