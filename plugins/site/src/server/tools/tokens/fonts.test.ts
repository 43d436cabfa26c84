import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { applyWithToken, invokeTool } from "@countersign/core/assistant"
import { cardOf, testPlatform } from "@countersign/testing"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { siteContract } from "../../../contract.ts"
import { sitePlugin } from "../../../server.ts"
import { FONT_CERTIFICATE, FONT_KEY } from "./certificate.fixture.ts"
import { readFaces } from "./google-fonts.ts"

/** As Google writes it: the subset in a comment, one file for each. */
const face = (subset: string, file: string, range = "U+0000-00FF, U+0131") =>
  `/* ${subset} */\n@font-face {\n  font-family: 'Inter';\n  font-style: normal;\n  font-weight: 400;\n  font-display: swap;\n  src: url(${file}) format('woff2');\n  unicode-range: ${range};\n}\n`
const LIST = [
  face("cyrillic", "https://fonts.gstatic.com/s/inter/v1/cyrillic.woff2"),
  face("latin-ext", "https://fonts.gstatic.com/s/inter/v1/latin-ext.woff2", "U+0100-02BA"),
  face("latin", "https://fonts.gstatic.com/s/inter/v1/latin.woff2"),
  face("latin", "https://elsewhere.example.test/evil.woff2"),
].join("")

/** The least that is a WOFF2: its sign and its length. */
function woff2(mark: string): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write("wOF2", 0, "latin1")
  bytes.writeUInt32BE(0x00010000, 4)
  bytes.writeUInt32BE(bytes.length, 8)
  bytes.writeUInt16BE(1, 12)
  bytes.write(mark.slice(0, 10), 48, "latin1")
  return bytes
}

const asked: string[] = []
const google = createServer({ cert: FONT_CERTIFICATE, key: FONT_KEY }, (request, response) => {
  const address = `${request.headers.host}${request.url}`
  asked.push(address)
  if (address.startsWith("fonts.googleapis.com/css2?family=Inter:")) return void response.end(LIST)
  if (address.startsWith("fonts.gstatic.com/")) return void response.end(woff2(address.slice(-16)))
  response.writeHead(400).end("No such font")
})
await new Promise<void>((ready) => google.listen(0, "127.0.0.1", ready))
afterAll(() => {
  google.closeAllConnections()
  google.close()
})

const { platform, as } = await testPlatform({
  plugins: [sitePlugin],
  egress: {
    port: (google.address() as AddressInfo).port,
    ca: FONT_CERTIFICATE,
    resolve: async () => ["127.0.0.1"],
    standsForPublic: () => true,
    refusalMs: 0,
  },
})
const ana = await as("ana")
beforeEach(() => {
  asked.length = 0
})

const INTER = { tokens: [{ name: "Body", googleFamily: "Inter", variants: ["400"] }] }
const fontsOf = async () => (await platform.call(ana, siteContract.openFacts, {})).facts.tokens.fonts
const library = async () => (await platform.call(ana, siteContract.listMedia, { kind: "font" })).media

describe("a font of Google's", () => {
  it("is fetched only once somebody agreed to ask Google, and then by nobody but this server", async () => {
    const outcome = await invokeTool({ caller: ana, mode: "auto" }, { toolName: "site.setFontTokens", input: INTER })
    expect(outcome).toMatchObject({ status: "awaiting_signature", summary: 'Set the font "Body"' })
    expect(asked).toEqual([])
    if (outcome.status !== "awaiting_signature") throw new Error(outcome.status)
    expect(outcome.reasons).toEqual([expect.stringContaining("It would reach fonts.googleapis.com, fonts.gstatic.com")])
    const { consequences } = await cardOf(ana, "site.setFontTokens", INTER)
    expect(JSON.stringify(consequences)).toContain("and kept among the media of the site")

    await applyWithToken(ana, outcome.token!)

    expect(asked.toSorted()).toEqual([
      "fonts.googleapis.com/css2?family=Inter:ital,wght@0,400&display=swap",
      "fonts.gstatic.com/s/inter/v1/latin-ext.woff2",
      "fonts.gstatic.com/s/inter/v1/latin.woff2",
    ])
    const media = await library()
    expect(media.map(({ name, kind }) => [name, kind])).toEqual([
      ["Inter 400 latin.woff2", "font"],
      ["Inter 400 latin-ext.woff2", "font"],
    ])
    expect(await fontsOf()).toMatchObject({
      body: {
        family: "Inter",
        files: [
          { media: media[1]!.id, weight: "400", style: "normal", unicodeRange: "U+0100-02BA" },
          { media: media[0]!.id, weight: "400", style: "normal", unicodeRange: "U+0000-00FF, U+0131" },
        ],
      },
    })
  })

  it("is kept once, however often it is set", async () => {
    const before = await library()
    const { tokens } = await platform.call(ana, siteContract.setFontTokens, INTER)
    expect(tokens).toEqual([
      { name: "Body", variable: "--font-body", ref: "var(--font-body)", installed: true, action: "updated" },
    ])
    expect(await library()).toEqual(before)
    expect(before).toHaveLength(2)
  })

  it("that there is none of is told with what to do, and nothing is changed", async () => {
    const before = await fontsOf()
    const wanted = (tokens: object[]) => platform.call(ana, siteContract.setFontTokens, { tokens: tokens as never })
    await expect(wanted([{ name: "X", googleFamily: "Nothing" }])).rejects.toThrow(
      'Google has no font "Nothing" with these variants. Check its name and variants at fonts.google.com.',
    )
    await expect(wanted([{ name: "X", googleFamily: "Inter", subsets: ["greek"] }])).rejects.toThrow(
      "The font Inter has none of these subsets. It has latin, latin-ext, cyrillic.",
    )
    await expect(wanted([{ name: "X", googleFamily: "Inter", variants: ["fat"] }])).rejects.toThrow("is no variant")
    expect(await fontsOf()).toEqual(before)
  })

  it("is fetched for nobody who may not add to the media, and no other call asks anybody", async () => {
    const rules = new Set(["site.document.read", "site.document.manage", "site.media.read"])
    const eve = { ...ana, principal: { ...ana.principal, rules } } as typeof ana
    await expect(platform.call(eve, siteContract.setFontTokens, INTER)).rejects.toThrow("site.media.manage")
    const plain = { tokens: [{ name: "Heading", fallback: "Georgia, serif" }] }
    const outcome = await invokeTool({ caller: eve, mode: "approve" }, { toolName: "set_font_tokens", input: plain })
    expect(outcome).toMatchObject({ status: "executed" })
    expect(asked).toEqual([])
  })

  it("is published from the site's own address", async () => {
    const { pageId } = await platform.call(ana, siteContract.addPage, { title: "Home", slug: "index" })
    const shown = await platform.call(ana, siteContract.previewDocument, { document: { type: "page", id: pageId } })
    const [latin] = await library()
    expect(JSON.stringify(shown)).toContain(`url(\\"${latin!.address}\\")`)
    expect(JSON.stringify(shown)).not.toContain("gstatic")
  })
})

it("numbered parts of a script are told by their number, and what lies elsewhere is left out", () => {
  const css = `${face("[4]", "https://fonts.gstatic.com/s/noto/v1/4.woff2")}${face("latin", "https://elsewhere.example.test/x.woff2")}`
  expect(readFaces(css)).toEqual([
    {
      subset: "[4]",
      address: "https://fonts.gstatic.com/s/noto/v1/4.woff2",
      weight: "400",
      style: "normal",
      unicodeRange: "U+0000-00FF, U+0131",
    },
  ])
})
