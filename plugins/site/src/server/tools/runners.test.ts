/** Every row of the tables of tools that needs no tab: what it is given, what it answers, and how it fails. */
import { describe, expect, it } from "vitest"
import { type Site, textOf, tokenSheet, writeNode } from "../../document.ts"
import { inspectCodeRuntime } from "./code/inspect-code-runtime.ts"
import { listCodeAssets } from "./code/list-code-assets.ts"
import { patchCodeAsset } from "./code/patch-code-asset.ts"
import { readCodeAsset } from "./code/read-code-asset.ts"
import { writeCodeAsset } from "./code/write-code-asset.ts"
import { createComponent } from "./components/create-component.ts"
import { updateComponent } from "./components/update-component.ts"
import { useMedia } from "./media/use-media.ts"
import { addPage } from "./pages/add-page.ts"
import { clearPageTemplate } from "./pages/clear-page-template.ts"
import { deletePage } from "./pages/delete-page.ts"
import { duplicatePage } from "./pages/duplicate-page.ts"
import { renamePage } from "./pages/rename-page.ts"
import { setPageSeo } from "./pages/set-page-seo.ts"
import { setPageTemplate } from "./pages/set-page-template.ts"
import { checkPage } from "./read/check-page.ts"
import { findNodes } from "./read/find-nodes.ts"
import { getNodeHtml } from "./read/get-node-html.ts"
import { inspectStyles } from "./read/inspect-styles.ts"
import { listBreakpoints } from "./read/list-breakpoints.ts"
import { listDocuments } from "./read/list-documents.ts"
import { listLoopSources, listPostTypes } from "./read/list-loop-sources.ts"
import { listModules } from "./read/list-modules.ts"
import { listTokens } from "./read/list-tokens.ts"
import { readDocument } from "./read/read-document.ts"
import { relevantCss } from "./read/relevant-css.ts"
import { whereUsed } from "./read/where-used.ts"
import type { LibraryFile, Ran, RunContext } from "./run/runner.ts"
import { after, attempt, HOME, smallSite } from "./run/world.fixture.ts"
import { deleteNode } from "./structure/delete-node.ts"
import { duplicateNode } from "./structure/duplicate-node.ts"
import { insertHtml } from "./structure/insert-html.ts"
import { moveNode } from "./structure/move-node.ts"
import { renameNode } from "./structure/rename-node.ts"
import { replaceNodeHtml } from "./structure/replace-node-html.ts"
import { replaceText } from "./structure/replace-text.ts"
import { unwrapNode } from "./structure/unwrap-node.ts"
import { updateNodeProps } from "./structure/update-node-props.ts"
import { wrapNodes } from "./structure/wrap-nodes.ts"
import { applyCss } from "./style/apply-css.ts"
import { assignClass } from "./style/assign-class.ts"
import { removeClass } from "./style/remove-class.ts"
import { renameClass } from "./style/rename-class.ts"
import { renameToken } from "./tokens/rename-token.ts"
import { setColorTokens } from "./tokens/set-color-tokens.ts"
import { setFontTokens } from "./tokens/set-font-tokens.ts"
import { setSpacingScale, setTypeScale } from "./tokens/set-scale.ts"

type AnyRun = (site: Site, input: never, context: RunContext) => Ran<object>
const reads = <Input>(read: (site: Site, input: Input) => object): AnyRun =>
  ((site: Site, input: Input) => ({ commands: [], data: read(site, input) })) as AnyRun

const site = smallSite()
const locked = after(site, { type: "setFlags", document: HOME, node: "hero", locked: true })
const script = { path: "menu.js", type: "script", content: "go()" }
const runtime = { documents: null, place: "bodyEnd" as const, module: true }
const withScript = after(site, {
  type: "asset.set",
  script: { id: "c1", path: "menu.js", content: "go(); go()", runtime },
})
const hashOf = (path: string) => listCodeAssets(withScript, {}).assets.find((asset) => asset.path === path)!.hash
const template = made(setPageTemplate as AnyRun, site, { pageId: "about", target: { kind: "everywhere" } })
const colored = made(setColorTokens as AnyRun, site, { tokens: [{ slug: "brand", lightValue: "#1f4b99" }] })

const carded = made(createComponent as AnyRun, site, { title: "Card", html: "<article><slot></slot></article>" })

/** What a server loads for a call. */
const library = new Map<string, LibraryFile>(
  [
    { id: "dot", name: "Dot.png", alt: "A dot", kind: "picture" as const },
    { id: "bare", name: "Bare.png", alt: "", kind: "picture" as const },
    { id: "film", name: "Film.mp4", alt: "", kind: "video" as const },
    { id: "face", name: "Face.woff2", alt: "", kind: "font" as const },
    { id: "terms", name: "Terms.pdf", alt: "", kind: "file" as const },
  ].map((media) => [media.id, { ...media, address: `/_media/${media.name.toLowerCase()}` }]),
)
const pictured = after(site, {
  type: "insert",
  document: HOME,
  place: { parent: "hero", after: null, before: null },
  fragment: {
    roots: ["img"],
    nodes: [
      {
        kind: "element",
        id: "img",
        tag: "img",
        namespace: "html",
        attributes: [
          ["src", "/_media/old.png"],
          ["alt", "Old"],
          ["srcset", "/_media/old-png-640w.webp 640w"],
          ["width", "640"],
        ],
        classes: [],
        style: null,
        children: [],
      },
    ],
  },
})
function withMedia(run: AnyRun): AnyRun {
  return (from, input, context) => run(from, input, { ...context, media: library })
}

function made(run: AnyRun, from: Site, input: object): Site {
  const answer = attempt(run, from, input as never)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.site
}

/** Tool, runner, input, keys of the answer, and calls that fail with their sentence. */
type Row = [
  name: string,
  run: AnyRun,
  from: Site,
  input: object,
  keys: string[],
  failures: [from: Site, input: object, sentence: RegExp][],
]
const NO_NODE = /There is no node zz in any document\. Read the document again for its ids\./
const LOCKED = /The <section> hero is locked, with all it holds/
const rows: Row[] = [
  ["listDocuments", reads(listDocuments), site, {}, ["documents", "left"], []],
  ["listModules", reads(listModules), site, {}, ["modules"], []],
  ["listBreakpoints", reads(listBreakpoints), site, {}, ["base", "breakpoints"], []],
  ["listPostTypes", reads(() => listPostTypes([])), site, {}, ["note", "postTypes"], []],
  ["listLoopSources", reads(() => listLoopSources([])), site, {}, ["sources"], []],
  ["listTokens", reads(listTokens), colored, {}, ["colors", "fonts", "spacing", "typography"], []],
  [
    "readDocument",
    reads(readDocument),
    site,
    { document: HOME },
    ["css", "document", "html", "pageInfo", "title"],
    [
      [site, { document: { type: "page", id: "zz" } }, /There is no page zz\. List the documents/],
      [site, { document: HOME, part: 9 }, /The document has 1 part/],
    ],
  ],
  [
    "getNodeHtml",
    reads(getNodeHtml),
    site,
    { nodeId: "hero" },
    ["document", "html"],
    [[site, { nodeId: "zz" }, NO_NODE]],
  ],
  [
    "findNodes",
    reads(findNodes),
    site,
    { class: ".hero" },
    ["left", "nodes"],
    [
      [site, {}, /Say what to look for/],
      [site, { selector: "p >" }, /"p >" is no selector/],
      [site, { document: "page:zz", tag: "p" }, /There is no page zz/],
    ],
  ],
  [
    "inspectStyles",
    reads(inspectStyles),
    site,
    { nodeId: "hero", properties: ["color"] },
    ["breakpointId", "left", "sometimes", "styles"],
    [
      [site, { nodeId: "zz" }, NO_NODE],
      [site, { nodeId: "t1" }, /The node t1 is text/],
      [site, { nodeId: "hero", breakpointId: "mobile" }, /There is no breakpoint mobile\. There are base, tablet/],
    ],
  ],
  ["checkPage", reads(checkPage), site, { document: HOME }, ["findings"], []],
  [
    "whereUsed",
    reads(whereUsed),
    site,
    { class: "hero" },
    ["left", "nodes", "rules"],
    [[site, {}, /Say what is used/]],
  ],
  ["listCodeAssets", reads(listCodeAssets), withScript, {}, ["assets"], []],
  [
    "readCodeAsset",
    reads(readCodeAsset),
    withScript,
    { path: "menu.js" },
    ["chars", "content", "fileId", "hash", "pageInfo", "path", "runtime", "type"],
    [
      [site, {}, /Name the file by its fileId or its path/],
      [site, { path: "zz.js" }, /There is no file zz\.js/],
      [withScript, { path: "menu.js", part: 3 }, /The file has 1 part/],
    ],
  ],
  [
    "inspectCodeRuntime",
    reads(inspectCodeRuntime),
    withScript,
    { document: HOME },
    ["document", "pageId", "scripts", "styles"],
    [
      [site, { document: { type: "page", id: "zz" } }, /There is no page zz/],
      [
        carded,
        { document: { type: "visualComponent", id: "card" } },
        /The component card has no code of its own\. Name a page/,
      ],
    ],
  ],
  [
    "insertHtml",
    insertHtml as AnyRun,
    site,
    { parentId: "hero", html: "<p class='lead'>Hi</p>" },
    ["created", "nodeIds"],
    [
      [site, { parentId: "zz", html: "<p>" }, NO_NODE],
      [site, { parentId: "t1", html: "<p>" }, /The node t1 is text\. Name its parent h1 instead/],
      [
        site,
        { parentId: "hero", html: "<script>go()</script>" },
        /Nothing is left of the HTML to insert\. <script> was left out/,
      ],
      [locked, { parentId: "h1", html: "<b>Hi</b>" }, LOCKED],
    ],
  ],
  [
    "replaceNodeHtml",
    replaceNodeHtml as AnyRun,
    site,
    { nodeId: "hero", html: "<h1 uid='h1'>New</h1><p>More</p>" },
    ["created", "kept", "nodeIds", "removed"],
    [
      [site, { nodeId: "zz", html: "<p>" }, NO_NODE],
      [locked, { nodeId: "hero", html: "<p>" }, LOCKED],
    ],
  ],
  [
    "updateNodeProps",
    updateNodeProps as AnyRun,
    site,
    { nodeId: "h1", patch: { text: "New", id: "top", class: "big" } },
    [],
    [
      [site, { nodeId: "h1", patch: {} }, /The patch is empty/],
      [
        site,
        { nodeId: "h1", breakpointId: "mobile", patch: { id: "x" } },
        /There is no breakpoint mobile\. There are base, tablet, phone\./,
      ],
      [site, { nodeId: "h1", breakpointId: "phone", patch: { text: "x" } }, /text is the same at every breakpoint/],
      [site, { nodeId: "hero", patch: { text: "x" } }, /The node hero holds more than a text/],
      [site, { nodeId: "h1", patch: { onclick: "go()" } }, /could run something/],
      [locked, { nodeId: "h1", patch: { text: "x" } }, LOCKED],
    ],
  ],
  [
    "moveNode",
    moveNode as AnyRun,
    site,
    { nodeId: "two", newParentId: "list", newIndex: 0 },
    [],
    [
      [site, { nodeId: "list", newParentId: "two", newIndex: 0 }, /cannot be moved into itself/],
      [
        site,
        { nodeId: "two", newParentId: "about.body", newIndex: 0 },
        /is in page home and about\.body in page about/,
      ],
      [locked, { nodeId: "h1", newParentId: "list", newIndex: 0 }, LOCKED],
    ],
  ],
  [
    "deleteNode",
    deleteNode as AnyRun,
    site,
    { nodeId: "hero" },
    [],
    [
      [site, { nodeId: "home.body" }, /is the frame of the document and cannot be removed/],
      [locked, { nodeId: "h1" }, LOCKED],
      [locked, { nodeId: "home.body" }, LOCKED],
    ],
  ],
  [
    "duplicateNode",
    duplicateNode as AnyRun,
    site,
    { nodeId: "one", count: 3 },
    ["nodeId", "nodeIds"],
    [[site, { nodeId: "zz" }, NO_NODE]],
  ],
  [
    "renameNode",
    renameNode as AnyRun,
    site,
    { nodeId: "hero", label: "Hero" },
    [],
    [[site, { nodeId: "hero", label: "x".repeat(300) }, /A name for a node has 1 to 200/]],
  ],
  [
    "wrapNodes",
    wrapNodes as AnyRun,
    site,
    { nodeIds: ["hero", "list"], tag: "main" },
    ["nodeId"],
    [
      [site, { nodeIds: ["hero", "one"], tag: "div" }, /The node one does not stand in home\.body beside the others/],
      [site, { nodeIds: ["home.html"], tag: "div" }, /is the frame of the document/],
    ],
  ],
  ["unwrapNode", unwrapNode as AnyRun, site, { nodeId: "hero" }, [], [[site, { nodeId: "t1" }, /The node t1 is text/]]],
  [
    "replaceText",
    replaceText as AnyRun,
    site,
    { oldText: "Hello", newText: "Hi" },
    ["documents", "replaced"],
    [[site, { oldText: "hello", newText: "" }, /No text has "hello" in it, exactly as written/]],
  ],
  [
    "applyCss",
    applyCss as AnyRun,
    site,
    { css: ".hero { color: green } .new a:hover { color: red }" },
    ["affects", "cssRulesCreated", "cssRulesUpdated"],
    [
      [site, {}, /To merge rules, pass them as css/],
      [site, { operation: "delete" }, /Name the selectors/],
      [site, { operation: "delete", selectors: [".zz"] }, /No rule has the selector \.zz/],
      [site, { operation: "removeProperties", selectors: [".hero"] }, /Name the properties/],
      [site, { operation: "removeProperties", selectors: [".hero"], properties: ["top"] }, /No rule of \.hero has top/],
    ],
  ],
  [
    "assignClass",
    assignClass as AnyRun,
    site,
    { nodeId: "one", classId: ".hero" },
    [],
    [[site, { nodeId: "one", classId: "zz" }, /Nothing is known of a class zz/]],
  ],
  [
    "removeClass",
    removeClass as AnyRun,
    site,
    { nodeId: "hero", classId: "hero" },
    [],
    [[site, { nodeId: "one", classId: "hero" }, /The node one has no class hero\. It has none\./]],
  ],
  [
    "renameClass",
    renameClass as AnyRun,
    site,
    { classId: ".hero", to: "banner" },
    ["changedNodes", "changedRules"],
    [
      [site, { classId: "zz", to: "x" }, /Nothing is known of a class zz/],
      [site, { classId: "hero", to: "a b" }, /"a b" cannot be the name of a class/],
      [site, { classId: "hero", to: "hero" }, /There is a class hero already/],
      [locked, { classId: "hero", to: "banner" }, LOCKED],
    ],
  ],
  [
    "writeCodeAsset",
    writeCodeAsset as AnyRun,
    site,
    script,
    ["action", "chars", "fileId", "hash", "path", "runtime", "type"],
    [
      [withScript, script, /There is a file menu\.js already\. Read it, and pass its hash/],
      [withScript, { ...script, expectedHash: "0" }, /has changed since: its hash is/],
      [site, { ...script, path: "menu.css" }, /cannot be the path of a script/],
      [site, { path: "main.css", type: "script", content: "" }, /The file main\.css is a style/],
      [site, { path: "../x.css", type: "style", content: "" }, /cannot be the path of a stylesheet/],
    ],
  ],
  [
    "patchCodeAsset",
    patchCodeAsset as AnyRun,
    withScript,
    {
      path: "menu.js",
      expectedHash: hashOf("menu.js"),
      replacements: [{ oldText: "go", newText: "run", replaceAll: true }],
    },
    ["chars", "fileId", "hash", "path", "replacements", "runtime", "type"],
    [
      [withScript, { path: "menu.js", expectedHash: "0", replacements: [] }, /has changed since/],
      [
        withScript,
        { path: "menu.js", expectedHash: hashOf("menu.js"), replacements: [{ oldText: "go", newText: "x" }] },
        /is in menu\.js 2 times\. Copy more/,
      ],
      [
        withScript,
        { path: "menu.js", expectedHash: hashOf("menu.js"), replacements: [{ oldText: "zz", newText: "x" }] },
        /"zz" is not in menu\.js/,
      ],
    ],
  ],
  [
    "useMedia",
    withMedia(useMedia as AnyRun),
    site,
    { nodeId: "hero", mediaId: "dot", index: 0 },
    ["address", "nodeId"],
    [
      [site, { nodeId: "hero", mediaId: "zz" }, /There is no file zz in the library\. List the media/],
      [site, { nodeId: "zz", mediaId: "dot" }, NO_NODE],
      [site, { nodeId: "hero", mediaId: "face" }, /"Face\.woff2" is a font\. Bind it to a name with setFontTokens/],
      [pictured, { nodeId: "img", mediaId: "film" }, /"Film\.mp4" is a video, which <img> cannot show/],
      [locked, { nodeId: "h1", mediaId: "dot" }, LOCKED],
    ],
  ],
  [
    "createComponent",
    createComponent as AnyRun,
    site,
    { title: "Card", nodeId: "hero" },
    ["componentId", "html", "nodeId", "rootNodeId"],
    [
      [site, { title: "Card" }, /Pass what the component is made of/],
      [site, { title: "Card", html: "<p>", nodeId: "hero" }, /Pass what the component is made of/],
      [site, { title: "Card", nodeId: "zz" }, NO_NODE],
      [site, { title: "Card", nodeId: "home.body" }, /is the frame of the document/],
      [site, { title: "Card", html: "<script>go()</script>" }, /Nothing is left of the HTML/],
      [site, { title: "Card", html: "<p>", params: { "a b": "" } }, /"a b" cannot be the name of a parameter/],
      [locked, { title: "Card", nodeId: "h1" }, LOCKED],
    ],
  ],
  [
    "updateComponent",
    updateComponent as AnyRun,
    carded,
    { componentId: "card", title: "Tile", html: "<p>{params.lead}</p>", params: { title: "Hello" } },
    ["affects", "created", "kept", "nodeIds", "removed"],
    [
      [site, { componentId: "zz", title: "X" }, /There is no component zz/],
      [carded, { componentId: "card" }, /Say what to change/],
      [
        carded,
        { componentId: "card", html: "<cs-component data-component=card></cs-component>" },
        /The component card would hold itself/,
      ],
    ],
  ],
  [
    "addPage",
    addPage as AnyRun,
    site,
    { title: "About" },
    ["pageId", "rootNodeId", "slug"],
    [
      [site, { title: "X", slug: "a b" }, /cannot be an address/],
      [site, { title: "X", slug: "x".repeat(4_000) }, /at most 200 characters/],
    ],
  ],
  [
    "deletePage",
    deletePage as AnyRun,
    site,
    { pageId: "about" },
    [],
    [
      [site, { pageId: "zz" }, /There is no page zz\. There are home, about\. List/],
      [template, { pageId: "home" }, /is the only one\. Add another one/],
    ],
  ],
  [
    "renamePage",
    renamePage as AnyRun,
    site,
    { pageId: "about", title: "Us", slug: "index" },
    [],
    [[site, { pageId: "home", title: "X", slug: "about" }, /The page about is at "about" already/]],
  ],
  [
    "setPageSeo",
    setPageSeo as AnyRun,
    site,
    { pageId: "about", description: "Who we are", noindex: true },
    [],
    [
      [site, { pageId: "about" }, /Say what to change/],
      [site, { pageId: "about", language: "english!" }, /is not a language/],
      [site, { pageId: "zz", noindex: true }, /There is no page zz/],
    ],
  ],
  [
    "duplicatePage",
    duplicatePage as AnyRun,
    site,
    { pageId: "home", title: "Home" },
    ["pageId", "slug"],
    [[site, { pageId: "zz", title: "X" }, /There is no page zz/]],
  ],
  [
    "setPageTemplate",
    setPageTemplate as AnyRun,
    site,
    { pageId: "about", target: { kind: "notFound" } },
    [],
    [
      [site, { pageId: "zz", target: { kind: "everywhere" } }, /There is no page zz/],
      [template, { pageId: "home", target: { kind: "everywhere" } }, /is the only one/],
    ],
  ],
  [
    "clearPageTemplate",
    clearPageTemplate as AnyRun,
    template,
    { pageId: "about" },
    [],
    [[site, { pageId: "about" }, /The page about is not a template/]],
  ],
  [
    "setColorTokens",
    setColorTokens as AnyRun,
    site,
    { tokens: [{ slug: "--color-ink", lightValue: "black" }] },
    ["tokens"],
    [
      [site, { tokens: [{ slug: "a b", lightValue: "red" }] }, /cannot be the name of a token/],
      [site, { tokens: [{ slug: "x", lightValue: "no colour!" }] }, /a colour is a name/],
    ],
  ],
  [
    "setFontTokens",
    withMedia(setFontTokens as AnyRun),
    site,
    { tokens: [{ name: "Heading" }] },
    ["tokens"],
    [
      [site, { tokens: [{ name: "X", fallback: "a;b" }] }, /a list of families/],
      [site, { tokens: [{ name: "X", familyId: "zz" }] }, /There is no font zz\. Pass the id of a font from listMedia/],
      [site, { tokens: [{ name: "X", familyId: "dot" }] }, /"Dot\.png" is a picture and no font/],
      [
        site,
        { tokens: [{ name: "X", familyId: "face", variants: ["fat"] }] },
        /"fat" is no variant of a font\. Write 400, 700italic/,
      ],
    ],
  ],
  [
    "setTypeScale",
    setTypeScale as AnyRun,
    site,
    { steps: ["s", "m"], min: { fontSize: 16 } },
    ["action", "generatedVars", "groupId", "namingConvention"],
    [[site, { min: { scaleRatio: 9 } }, /A ratio of text is from 1 to 4/]],
  ],
  [
    "setSpacingScale",
    setSpacingScale as AnyRun,
    site,
    {},
    ["action", "generatedVars", "groupId", "namingConvention"],
    [[site, { groupId: "a b" }, /cannot be the beginning of a scale/]],
  ],
  [
    "renameToken",
    renameToken as AnyRun,
    colored,
    { family: "colors", slug: "brand", to: "accent" },
    ["changedNodes", "changedRules"],
    [[site, { family: "colors", slug: "zz", to: "x" }, /There is no token zz among the colors\. There are none\./]],
  ],
]

describe("every tool", () => {
  it.each(rows)("%s answers what it promises", (_, run, from, input, keys) => {
    const answer = attempt(run, from, input as never)
    if (!answer.ok) throw new Error(answer.reason)
    expect(Object.keys(answer.data).toSorted()).toEqual(keys)
  })

  const failing = rows.flatMap(([name, run, , , , failures]) =>
    failures.map(
      ([from, input, sentence]) =>
        [`${name} ${JSON.stringify(input).slice(0, 60)}`, run, from, input, sentence] as const,
    ),
  )
  it.each(failing)("%s fails with a sentence", (_, run, from, input, sentence) => {
    const answer = attempt(run, from, input as never)
    expect(answer).toMatchObject({ ok: false, reason: expect.stringMatching(sentence) })
  })
})

const html = (from: Site, id: string) => writeNode(from.documents.get("page:home")!, id, { policy: null })

describe("HTML", () => {
  it("stands where its number says, and brings rules for new selectors only", () => {
    const answer = attempt(insertHtml, site, {
      parentId: "list",
      index: 1,
      html: "<style>.hero { color: lime } .lead { margin: 0 }</style>\n<li class='lead'>Mid</li>\n",
    })
    if (!answer.ok) throw new Error(answer.reason)
    expect(html(answer.site, "list")).toBe('<ul><li></li><li class="lead">Mid</li><li></li></ul>')
    expect(textOf(answer.site.sheets[0]!)).toContain(".lead { margin: 0 }")
    expect(textOf(answer.site.sheets[0]!)).not.toContain("lime")
    expect(answer.warnings).toEqual([expect.stringContaining("left as they are: .hero. Use applyCss")])
  })

  it("with styles alone writes rules", () => {
    const answer = attempt(insertHtml, site, { parentId: "hero", html: "<style>.hero { color: lime }</style>" })
    expect(answer).toMatchObject({ ok: true, data: { cssRulesCreated: 0, cssRulesUpdated: 1 } })
  })

  it("that says the ids it was shown keeps those nodes, with what it was not shown", () => {
    const named = after(
      site,
      { type: "rename", document: HOME, node: "h1", label: "Headline" },
      { type: "setAttributes", document: HOME, node: "h1", set: { title: `data:image/png;base64,${"A".repeat(500)}` } },
    )
    const shown = readDocument(named, { document: HOME }).html
    expect(shown).toContain('title="data:image/png;base64,[omitted 500 characters]"')
    const answer = attempt(replaceNodeHtml, named, {
      nodeId: "hero",
      html: `${/<h1.*<\/h1>/s.exec(shown)![0]}<p>More</p>`,
    })
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.data).toMatchObject({ kept: ["h1"], removed: [], created: [{ tag: "p" }] })
    const before = named.documents.get("page:home")!.nodes.get("h1")!
    const now = answer.site.documents.get("page:home")!.nodes.get("h1")!
    expect(now).toMatchObject({ label: "Headline", attributes: before.kind === "element" ? before.attributes : [] })
  })
})

describe("a document that is long", () => {
  it("is read in parts that end between elements, each within its bounds, and nothing is missing", () => {
    const items = Array.from({ length: 900 }, (_, at) => `<li>Item ${at} ${"x".repeat(80)}</li>`).join("")
    const answer = attempt(insertHtml, site, { parentId: "list", html: items })
    if (!answer.ok) throw new Error(answer.reason)
    const found = new Set<string>()
    let part: number | null = 1
    let parts = 0
    while (part !== null) {
      const read: ReturnType<typeof readDocument> = readDocument(answer.site, { document: HOME, part })
      expect(JSON.stringify(read).length).toBeLessThan(26_000)
      for (const [, number] of read.html.matchAll(/Item (\d+) x+<\/li>/g)) found.add(number!)
      part = read.pageInfo.nextPart
      parts += 1
    }
    expect(found.size).toBe(900)
    expect(parts).toBeGreaterThan(3)
  })

  it.each([4_000, 12_000, 24_000, undefined])(
    "is, part behind part, what is written of it, where %s characters are read",
    (resultChars) => {
      const more = [
        `<section><div><ul>${Array.from({ length: 400 }, (_, at) => `<li class="item">“${at}” &amp; <b>${"é\n".repeat(20)}</b></li>`).join("")}</ul></div></section>`,
        `<p>${"One text of many words. ".repeat(1_500)}</p><pre>\n\n${"a line\n".repeat(900)}</pre>`,
        `<style>${Array.from({ length: 300 }, (_, at) => `.item:nth-child(${at}) { margin-top: ${at}px }`).join("\n")}</style>`,
      ].join("")
      const answer = attempt(insertHtml, site, { parentId: "list", html: `<li>${more}</li>` })
      if (!answer.ok) throw new Error(answer.reason)
      const document = answer.site.documents.get("page:home")!
      const whole = writeNode(document, document.contentNodeId, { policy: null, withIds: "uid" })

      const read = (part: number) => readDocument(answer.site, { document: HOME, part }, { resultChars })
      const { totalParts } = read(1).pageInfo
      const parts = Array.from({ length: totalParts }, (_, at) => read(at + 1))
      expect(totalParts).toBeGreaterThan(4)
      expect(parts.map(({ html }) => html).join("")).toBe(whole)
      expect(parts.map(({ css }) => css).join("")).toBe(relevantCss(answer.site, document).join(""))
      expect(Math.max(...parts.map((one) => JSON.stringify(one).length))).toBeLessThanOrEqual(resultChars ?? 24_000)
    },
  )

  it("comes with the CSS that concerns it", () => {
    const more = after(colored, {
      type: "editStyles",
      sheet: "main",
      edits: [{ type: "add", piece: { id: "x", text: ".elsewhere { top: 0 }\n" }, after: null }],
    })
    const { css } = readDocument(more, { document: HOME })
    expect(css).toContain("--color-brand: #1f4b99")
    expect(css).toContain(".hero")
    expect(css).not.toContain("elsewhere")
  })
})

describe("CSS", () => {
  const css = (input: object, from = site) => {
    const answer = attempt(applyCss, from, input as never)
    if (!answer.ok) throw new Error(answer.reason)
    return { text: textOf(answer.site.sheets[0]!), data: answer.data }
  }
  it("is merged, replaced, deleted and thinned, and says how much has its classes", () => {
    expect(css({ css: "@media (max-width: 480px) { .hero { color: teal } .new { top: 0 } }" }).text).toBe(
      ".hero { color: red; margin: 0 }\n@media (max-width: 480px) { .hero { color: teal } }\n\n@media (max-width: 480px) { .new { top: 0 } }\n",
    )
    expect(css({ operation: "replace", css: ".hero { top: 1px }" }).text).toMatch(/^\.hero \{\s*top: 1px;\s*\}/)
    expect(css({ operation: "delete", selectors: [".hero"] })).toMatchObject({
      data: { cssRulesDeleted: 2, affects: { documents: 1, nodes: 1 } },
    })
    expect(css({ operation: "delete", selectors: [".hero"] }).text).not.toContain("hero")
    const thin = css({ operation: "removeProperties", selectors: [".hero"], properties: ["color"] })
    expect(thin.data).toMatchObject({ cssPropertiesRemoved: 2, cssRulesUpdated: 2 })
    expect(thin.text).not.toContain("color")
  })
})

describe("the styles of an element", () => {
  const told = (input: object, from = site) => {
    const { styles } = inspectStyles(from, input as never)
    return styles.map(({ property, declaration, rule, inheritedFrom, losers }) => [
      property,
      declaration,
      rule?.selector,
      inheritedFrom,
      losers.map((one) => one.declaration),
    ])
  }
  const more = made(applyCss as AnyRun, site, {
    css: "#top { margin-top: 4px } .hero { font: 1rem serif } section.hero { color: green }",
  })

  it("are told with the rule that wins and those that lose, in the window of a breakpoint", () => {
    expect(told({ nodeId: "hero", properties: ["color", "margin-top"] }, more)).toEqual([
      ["color", "color: green", "section.hero", undefined, ["color: red"]],
      ["margin-top", "margin: 0", ".hero", undefined, []],
    ])
    expect(told({ nodeId: "hero", properties: ["color"], breakpointId: "phone" }, site)).toEqual([
      ["color", "color: blue", ".hero", undefined, ["color: red"]],
    ])
  })

  it("come from the element around where they are inherited, and no others do", () => {
    expect(told({ nodeId: "h1", properties: ["color", "margin-top", "font-size"] }, more)).toEqual([
      ["color", "color: green", "section.hero", "hero", ["color: red"]],
      ["font-size", "font: 1rem serif", ".hero", "hero", []],
    ])
  })

  it("come from the template around the page as well, and from the style attribute before all", () => {
    const outlet = attempt(insertHtml, template, {
      parentId: "about.body",
      html: "<main class=frame><cs-outlet></cs-outlet></main>",
      document: "template:about",
    })
    if (!outlet.ok) throw new Error(outlet.reason)
    const framed = made(applyCss as AnyRun, outlet.site, { css: ".frame .hero { top: 1px } .frame { color: navy }" })
    expect(told({ nodeId: "hero", properties: ["top"] }, framed)).toEqual([
      ["top", "top: 1px", ".frame .hero", undefined, []],
    ])
    expect(told({ nodeId: "list", properties: ["color"] }, framed)).toEqual([
      ["color", "color: navy", ".frame", expect.any(String), []],
    ])
    const styled = made(updateNodeProps as AnyRun, framed, { nodeId: "hero", patch: { style: "top: 2px" } })
    expect(told({ nodeId: "hero", properties: ["top"] }, styled)).toEqual([
      ["top", "top: 2px", undefined, undefined, ["top: 1px"]],
    ])
  })
})

describe("a class", () => {
  it("has its new name in every selector and on every element, and nothing else is touched", () => {
    const from = after(withScript, {
      type: "editStyles",
      sheet: "main",
      edits: [
        {
          type: "add",
          piece: { id: "x", text: '.hero-wide, a.hero:not(.\\68 ero) { content: ".hero"; & .hero { top: 0 } }\n' },
          after: null,
        },
      ],
    })
    const go = after(from, {
      type: "asset.set",
      script: { id: "c2", path: "hero.js", content: "find('.hero')", runtime },
    })
    const answer = attempt(renameClass, go, { classId: "hero", to: "banner" })
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.data).toEqual({ changedRules: 4, changedNodes: 1 })
    expect(textOf(answer.site.sheets[0]!)).toBe(
      '.hero-wide, a.banner:not(.banner) { content: ".hero"; & .banner { top: 0 } }\n.banner { color: red; margin: 0 }\n@media (max-width: 480px) { .banner { color: blue } }\n',
    )
    expect(answer.site.documents.get("page:home")!.nodes.get("hero")).toMatchObject({ classes: ["banner"] })
    expect(answer.warnings).toEqual([expect.stringContaining("hero.js may mean it too")])
  })
})

describe("a component", () => {
  it("is made of an element, whose place a use of it takes", () => {
    const answer = attempt(createComponent, site, { title: "Hero", nodeId: "hero" })
    if (!answer.ok) throw new Error(answer.reason)
    expect(html(answer.site, "home.body")).toBe(
      '<body><cs-component data-component="hero"></cs-component><ul><li></li><li></li></ul></body>',
    )
    const made = answer.site.documents.get("visualComponent:hero")!
    expect(made.title).toBe("Hero")
    expect(writeNode(made, made.rootNodeId, { policy: null })).toBe(
      '<template><section class="hero"><h1>Hello</h1></section></template>',
    )
  })

  it("has the parameters that it is given, and those that it names", () => {
    const answer = attempt(createComponent, carded, {
      title: "Card",
      html: "<h2>{params.title}</h2><a href='{params.buttonLink}'>{params.buttonLabel}</a>",
      params: { title: "A card" },
    })
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.data.componentId).toBe("card-2")
    expect(answer.warnings).toEqual(["Parameters without a default were added for button-link, button-label."])
    const { modules } = listModules(answer.site, { category: "components" })
    expect(modules.find(({ id }) => id === "component.card-2")!.settings.map(({ name }) => name)).toEqual([
      "data-param-title",
      "data-param-button-link",
      "data-param-button-label",
    ])
  })

  it("is changed wherever it is used, and says where, and never holds itself", () => {
    const used = made(insertHtml as AnyRun, carded, {
      parentId: "hero",
      html: "<cs-component data-component=card></cs-component><cs-component data-component=card></cs-component>",
    })
    const answer = attempt(updateComponent, used, { componentId: "card", params: { title: "Hi", gone: null } })
    expect(answer).toMatchObject({ ok: true, data: { affects: { documents: 1, nodes: 2 } } })
    const outer = made(createComponent as AnyRun, used, {
      title: "Outer",
      html: "<cs-component data-component=card></cs-component>",
    })
    const round = attempt(updateComponent, outer, {
      componentId: "card",
      html: "<cs-component data-component=outer></cs-component>",
    })
    expect(round).toEqual({ ok: false, reason: "The component card would hold itself. Take it out of what it holds." })
  })
})

describe("a file of the library", () => {
  const used = (from: Site, input: object) => {
    const answer = attempt(withMedia(useMedia as AnyRun), from, input as never)
    if (!answer.ok) throw new Error(answer.reason)
    return { shown: html(answer.site, "hero"), warnings: answer.warnings }
  }

  it("takes the place of what an element shows, with its own text and no measures of the one before", () => {
    expect(used(pictured, { nodeId: "img", mediaId: "dot" }).shown).toContain('<img src="/_media/dot.png" alt="A dot">')
    expect(used(pictured, { nodeId: "img", mediaId: "dot", alt: "" }).shown).toContain('alt=""')
  })

  it("stands in an element of its kind elsewhere, and a picture without a text says so", () => {
    expect(used(site, { nodeId: "hero", mediaId: "bare", index: 0 })).toEqual({
      shown: '<section class="hero"><img src="/_media/bare.png" alt=""><h1>Hello</h1></section>',
      warnings: ['"Bare.png" has no text for those who do not see it. Pass alt, or an empty one if it only decorates.'],
    })
    expect(used(site, { nodeId: "hero", mediaId: "film" }).shown).toContain(
      '<video src="/_media/film.mp4" controls="">',
    )
    expect(used(site, { nodeId: "hero", mediaId: "terms" }).shown).toContain(
      '<a href="/_media/terms.pdf">Terms.pdf</a>',
    )
  })
})

describe("a font", () => {
  const set = (from: Site, token: object) => {
    const files = [{ media: "g1", weight: "400", style: "normal" as const, unicodeRange: "U+0000-00FF" }]
    const run: AnyRun = (given, input, context) =>
      setFontTokens(given, input, { ...context, media: library, fetched: new Map([["Inter", files]]) })
    const answer = attempt(run, from, { tokens: [token] } as never)
    if (!answer.ok) throw new Error(answer.reason)
    return { site: answer.site, fonts: answer.site.facts.tokens.fonts, data: answer.data }
  }

  it("is bound to what was fetched, whatever else is said, and the sheet names its files and their ranges", () => {
    const { fonts, data, site: after } = set(site, { name: "Body", googleFamily: "Inter", familyId: "face" })
    expect(fonts.body).toMatchObject({ family: "Inter", files: [{ media: "g1", unicodeRange: "U+0000-00FF" }] })
    expect(data).toMatchObject({ tokens: [{ variable: "--font-body", installed: true, action: "created" }] })
    expect(tokenSheet(after.facts.tokens, (id) => `/_media/${id}.woff2`)).toContain(
      '@font-face { font-family: "Inter"; src: url("/_media/g1.woff2"); font-weight: 400; font-style: normal; font-display: swap; unicode-range: U+0000-00FF; }',
    )
  })

  it("gets one file after the other, by weight and style, and its family by another one's name", () => {
    const first = set(site, { name: "Own", familyId: "face" })
    expect(first.fonts.own).toMatchObject({ family: "Own", files: [{ media: "face", weight: "400", style: "normal" }] })
    const second = set(first.site, { name: "Own", familyId: "face", variants: ["700italic", "100..900", "regular"] })
    expect(second.fonts.own!.files).toEqual([
      { media: "face", weight: "400", style: "normal" },
      { media: "face", weight: "700", style: "italic" },
      { media: "face", weight: "100 900", style: "normal" },
    ])
    const third = set(second.site, { name: "Heading", familyId: "--font-own" })
    expect(third.fonts.heading).toMatchObject({ family: "Own", files: second.fonts.own!.files })
  })
})

describe("the code of a page", () => {
  it("is that of all pages, its own and that of the template around it", () => {
    const scripts = [null, ["page:home"], ["template:about"], ["page:other"]].map((documents, at) => ({
      type: "asset.set" as const,
      script: { id: `c${at}`, path: `c${at}.js`, content: "go()", runtime: { ...runtime, documents } },
    }))
    const outlet = made(insertHtml as AnyRun, template, {
      parentId: "about.body",
      html: "<cs-outlet></cs-outlet>",
      document: "template:about",
    })
    const { scripts: run, styles } = inspectCodeRuntime(after(outlet, ...scripts), { document: HOME })
    expect(run.map(({ path }) => path)).toEqual(["c0.js", "c1.js", "c2.js"])
    expect(styles).toMatchObject([{ path: "main.css", media: "" }])
  })
})

describe("the contrast of a text", () => {
  const problems = (from: Site) =>
    checkPage(from, { document: HOME }).findings.flatMap(({ nodeId, problem }) =>
      problem.includes("contrast") ? [[nodeId, problem]] : [],
    )

  it("is judged by the colours that win, in the light and in the dark, once for each pair", () => {
    const tokens = made(setColorTokens as AnyRun, site, {
      tokens: [
        { slug: "ink", lightValue: "#333", darkValue: "#444" },
        { slug: "paper", lightValue: "white", darkValue: "#222" },
      ],
    })
    const styled = made(applyCss as AnyRun, tokens, {
      css: ".hero { color: var(--color-ink); background: var(--color-paper) } h1 { font-size: 3rem }",
    })
    expect(problems(styled)).toEqual([
      [
        "h1",
        "The text has a contrast of 1.6 where the system is dark: var(--color-ink) on var(--color-paper). It needs 3 to be read; choose another of the two colours.",
      ],
    ])
  })

  it("is left to the browser where a ground is a picture or nothing is said", () => {
    expect(
      problems(made(applyCss as AnyRun, site, { css: ".hero { color: white; background: url(/_media/x.png) }" })),
    ).toEqual([])
    const bare = made(applyCss as AnyRun, site, { operation: "delete", selectors: [".hero"] })
    expect(problems(bare)).toEqual([])
  })
})

describe("pages", () => {
  it("turn into templates and back with the same nodes", () => {
    const document = template.documents.get("template:about")!
    expect(document.contentNodeId).toBe("about.body")
    expect(template.facts.templates).toEqual({ about: { target: { type: "everywhere" }, priority: 100 } })
    const back = made(clearPageTemplate as AnyRun, template, { pageId: "about" })
    expect(back.documents.get("page:about")).toMatchObject({ title: "About", contentNodeId: "about.body" })
  })

  it("change places at the home address", () => {
    const answer = attempt(renamePage, site, { pageId: "about", title: "About", slug: "index" })
    if (!answer.ok) throw new Error(answer.reason)
    expect(answer.site.facts.pages).toMatchObject({ about: { address: "" }, home: { address: "home" } })
    expect(answer.warnings).toEqual(['The page home was the home page before. It is at "home" now.'])
  })
})
