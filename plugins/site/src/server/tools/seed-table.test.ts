/**
 * The tools that models know such an editor by: each by its name there, with the arguments it is passed, what it answers and how it
 * fails. What stands in these tables is kept, whatever is added to it.
 */
import { inputSchemaOf, outputSchemaOf } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
// By path: the same list that the gate looks into, without a platform around it.
import { toJsonSchema } from "../../../../../packages/core/src/http/json-schema.ts"
import { createToolRegistry } from "../../../../../packages/core/src/tools/registry.ts"
import { NOT_OPENED } from "../../contract/snapshot.ts"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"
import { patchCodeAsset } from "./code/patch-code-asset.ts"
import { readCodeAsset } from "./code/read-code-asset.ts"
import { clearPageTemplate } from "./pages/clear-page-template.ts"
import { deletePage } from "./pages/delete-page.ts"
import { after, attempt, HOME, smallSite } from "./run/world.fixture.ts"
import { deleteNode } from "./structure/delete-node.ts"
import { updateNodeProps } from "./structure/update-node-props.ts"

const { tools, find } = createToolRegistry([sitePlugin])

interface SeedTool {
  /** Its name there. */
  readonly name: string
  /** Paths of its arguments; `[]` for what a list holds. A question mark: it may be left out. */
  readonly input: string
  /** Paths of what it answers. */
  readonly success: string
  /** What is answered otherwise here, and why. */
  readonly otherwise?: Readonly<Record<string, string>>
  /** It runs in the open page, and is served by its browser tool. */
  readonly inPage?: true
}

const OF_A_TAB = "Which document and breakpoint are open is the tab's own: it comes with the message, not from a list."
const WITH_CONTENT = "Collections with addresses come with the plugin that brings them."

const CATALOG: readonly SeedTool[] = [
  {
    name: "list_documents",
    input: "",
    success:
      "documents[].document.type documents[].document.id documents[].title documents[].rootNodeId documents[].summary documents[].template",
    otherwise: { "documents[].active": OF_A_TAB, "documents[].current": OF_A_TAB },
  },
  {
    name: "list_modules",
    input: "category?",
    success: "modules[].id modules[].name modules[].category modules[].settings modules[].defaults",
    otherwise: { "modules[].schema": "Settings are attributes of the HTML to insert, each with what it means." },
  },
  {
    name: "list_breakpoints",
    input: "",
    success: "breakpoints[].id breakpoints[].width",
    otherwise: { activeId: OF_A_TAB },
  },
  {
    name: "list_post_types",
    input: "",
    success: "postTypes[].slug postTypes[].label",
    otherwise: { "postTypes[].routeBase": WITH_CONTENT, "postTypes[].kind": WITH_CONTENT },
  },
  { name: "list_loop_sources", input: "", success: "sources[].id sources[].fields[].token" },
  {
    name: "list_tokens",
    input: "family?",
    success: "colors[].variables typography[].variables spacing[].variables fonts[].variables",
    otherwise: { "colors[].utilities": "There are no utility classes: a rule says var() of the token." },
  },
]

const DOCUMENTS: readonly SeedTool[] = [
  {
    name: "read_document",
    input: "document.type? document.id? part?",
    success:
      "document title html css pageInfo.part pageInfo.totalParts pageInfo.nextPart pageInfo.ranges pageInfo.serializedChars pageInfo.cleaned",
  },
  { name: "open_document", input: "document", success: "document", inPage: true },
  {
    name: "insertHtml",
    input: "parentId index? html",
    success: "nodeIds created warnings cssRulesCreated cssRulesUpdated",
  },
  { name: "getNodeHtml", input: "nodeId", success: "html" },
  {
    name: "replaceNodeHtml",
    input: "nodeId html",
    success: "nodeIds created kept removed warnings cssRulesCreated cssRulesUpdated",
  },
  { name: "updateNodeProps", input: "nodeId breakpointId? patch", success: "" },
  { name: "moveNode", input: "nodeId newParentId newIndex", success: "" },
  { name: "deleteNode", input: "nodeId", success: "" },
  { name: "duplicateNode", input: "nodeId count?", success: "nodeId nodeIds" },
  { name: "renameNode", input: "nodeId label", success: "" },
  {
    name: "applyCss",
    input: "css? operation? selectors? properties?",
    success: "cssRulesCreated cssRulesUpdated cssRulesDeleted cssPropertiesRemoved affects",
  },
  { name: "assignClass", input: "nodeId classId", success: "" },
  { name: "removeClass", input: "nodeId classId", success: "" },
  { name: "list_code_assets", input: "type?", success: "assets[].fileId assets[].path assets[].hash assets[].runtime" },
  {
    name: "read_code_asset",
    input: "fileId? path? part? maxChars?",
    success: "fileId path type content hash runtime pageInfo.nextPart",
  },
  {
    name: "write_code_asset",
    input: "path type content runtime? expectedHash?",
    success: "fileId path type hash runtime action",
  },
  {
    name: "patch_code_asset",
    input: "fileId? path? expectedHash replacements[].oldText replacements[].newText replacements[].replaceAll?",
    success: "fileId path type hash runtime replacements",
  },
  { name: "inspect_code_runtime", input: "document?", success: "pageId document scripts styles" },
  { name: "addPage", input: "title slug?", success: "pageId rootNodeId" },
  { name: "deletePage", input: "pageId", success: "" },
  { name: "renamePage", input: "pageId title slug?", success: "" },
  { name: "duplicatePage", input: "pageId title slug?", success: "pageId" },
  { name: "setPageTemplate", input: "pageId target priority?", success: "" },
  { name: "clearPageTemplate", input: "pageId", success: "" },
  {
    name: "set_color_tokens",
    input: "tokens[].slug tokens[].lightValue tokens[].category? tokens[].darkValue? tokens[].darkModeEnabled?",
    success: "tokens[].slug tokens[].ref tokens[].action",
  },
  {
    name: "set_font_tokens",
    input:
      "tokens[].name tokens[].variable? tokens[].fallback? tokens[].googleFamily? tokens[].variants? tokens[].subsets? tokens[].familyId?",
    success: "tokens[].name tokens[].variable tokens[].ref tokens[].installed tokens[].action",
  },
  {
    name: "set_type_scale",
    input:
      "groupId? namingConvention? steps? baseScaleIndex? min.fontSize? min.scaleRatio? max.fontSize? max.scaleRatio?",
    success: "groupId action namingConvention generatedVars",
  },
  {
    name: "set_spacing_scale",
    input: "groupId? namingConvention? steps? baseScaleIndex? min.size? min.scaleRatio? max.size? max.scaleRatio?",
    success: "groupId action namingConvention generatedVars",
  },
  {
    name: "render_snapshot",
    input: "breakpointId? nodeId?",
    success: "breakpointId nodeId label width capturedAt layout screenshot",
    inPage: true,
  },
]

const BEYOND =
  "findNodes inspectStyles replaceText renameToken renameClass whereUsed wrapNodes unwrapNode listChanges checkPage listMedia useMedia createComponent updateComponent setPageSeo previewLink publish revertTurn".split(
    " ",
  )

const rows = [...CATALOG, ...DOCUMENTS]
const here = rows.filter(({ inPage }) => !inPage)

type Schema = Readonly<Record<string, unknown>>

/** The schema at a path, and whether every step to it is required; null where there is none. */
function at(schema: Schema, path: string): { schema: Schema; required: boolean } | null {
  let found: Schema = schema
  let required = true
  for (const step of path.split(".")) {
    const name = step.replace("[]", "")
    const shape = objectIn(found)
    const inner = (shape?.properties as Record<string, Schema> | undefined)?.[name]
    if (!shape || !inner) return null
    required &&= ((shape.required ?? []) as string[]).includes(name)
    found = step.endsWith("[]") ? (inner.items as Schema) : inner
  }
  return { schema: found, required }
}

function objectIn(schema: Schema): Schema | undefined {
  const branches = (schema.anyOf ?? schema.oneOf ?? [schema]) as Schema[]
  return branches.find(({ properties }) => properties !== undefined)
}

const words = (text: string) => text.split(" ").filter((word) => word !== "")

describe("the tables", () => {
  it("have 6 tools that list what there is and 29 that read and change documents", () => {
    expect([CATALOG.length, DOCUMENTS.length, here.length]).toEqual([6, 29, 33])
  })

  it.each(BEYOND)("are gone beyond by %s", (name) => {
    expect(find(`site.${name}`)?.wireName).toBe(`site_${name}`)
  })
})

describe.each(rows.map((row) => [row.name, row] as const))("%s", (name, { input, success, otherwise = {}, inPage }) => {
  const tool = find(name)
  if (inPage) {
    it("is of the open page: it needs one or has a stand-in", () => {
      expect(tool?.plugin).toBe("site")
      expect(find(`site_${name}`)).toBe(tool)
      expect(isInPage(tool!.name)).toBe(true)
    })
    if (name === "open_document") {
      it("opens a document in the editor and answers with it, or with a sentence", () => {
        expect(tool).toMatchObject({ name: "site.openDocument", wireName: "site_openDocument", scopes: ["site"] })
        const taken = toJsonSchema(inputSchemaOf(tool!.verb.procedure), "input")
        const answered = toJsonSchema(outputSchemaOf(tool!.verb.procedure), "output")
        expect(at(taken, input)?.required).toBe(true)
        for (const path of ["type", "id"]) expect(at(answered, `${success}.${path}`), path).not.toBeNull()
        expect(inputSchemaOf(tool!.verb.procedure).parse({ document: HOME })).toEqual({ document: "page:home" })
        expect(JSON.stringify(answered)).toContain(NOT_OPENED)
      })
      return
    }
    it("measures in the open page: layouts at breakpoints, without a picture", () => {
      expect(tool).toMatchObject({ name: "site.renderSnapshot", needsTab: true, heavy: true, scopes: ["site"] })
      const schema = toJsonSchema(inputSchemaOf(tool!.verb.procedure), "input")
      for (const path of words(input)) expect(at(schema, path.replace("?", ""))?.required, path).toBe(false)
    })
    return
  }

  it("is found by its name there, with the plugin and without, and is offered in our form", () => {
    expect(tool?.plugin).toBe("site")
    expect(find(`site_${name}`)).toBe(tool)
    expect(tool!.wireName).toMatch(/^site_[a-z][A-Za-z]+$/)
    expect(tools.filter((one) => one === tool)).toHaveLength(1)
  })

  it("has one schema on both sides", () => {
    const procedures = Object.values(siteContract) as unknown[]
    expect(procedures).toContain(tool!.verb.procedure)
  })

  it("takes its arguments, and needs no others", () => {
    const schema = toJsonSchema(inputSchemaOf(tool!.verb.procedure), "input")
    const paths = words(input)
    for (const path of paths) {
      const found = at(schema, path.replace("?", ""))
      expect(found, path).not.toBeNull()
      expect(found!.required, `${path} is required`).toBe(!path.endsWith("?"))
    }
    const needed = new Set(paths.filter((path) => !path.endsWith("?")).map((path) => path.split(/[.[]/)[0]))
    for (const required of (schema.required ?? []) as string[]) expect([...needed], required).toContain(required)
  })

  it("answers what it promises", () => {
    const schema = toJsonSchema(outputSchemaOf(tool!.verb.procedure), "output")
    for (const path of words(success)) expect(at(schema, path), path).not.toBeNull()
    for (const path of Object.keys(otherwise)) expect(at(schema, path), path).toBeNull()
  })
})

function isInPage(toolName: string): boolean {
  const { needsTab, verb } = tools.find((one) => one.name === toolName)!
  return needsTab === true || verb.procedure["~orpc"].meta.browser !== undefined
}

describe("what goes wrong is told in a sentence that says what to do", () => {
  const site = smallSite()
  const locked = after(site, { type: "setFlags", document: HOME, node: "hero", locked: true })
  const lone = after(site, { type: "document.remove", document: { type: "page", id: "about" } })
  const replaced = (oldText: string, expectedHash = "0") => ({
    path: "main.css",
    expectedHash,
    replacements: [{ oldText, newText: "x" }],
  })
  const { hash } = readCodeAsset(site, { path: "main.css" })

  it.each([
    [
      "an unknown node",
      () => attempt(deleteNode, site, { nodeId: "zz" }),
      /There is no node zz in any document\. Read/,
    ],
    ["what is locked", () => attempt(deleteNode, locked, { nodeId: "hero" }), /is locked, with all it holds\. Ask/],
    ["an ambiguous text", () => attempt(patchCodeAsset, site, replaced("hero", hash)), /2 times\. Copy more/],
    [
      "a stale hash",
      () => attempt(patchCodeAsset, site, replaced("hero")),
      /has changed since: its hash is .* Read it again/,
    ],
    ["the last page", () => attempt(deletePage, lone, { pageId: "home" }), /is the only one\. Add another/],
    [
      "what is no template",
      () => attempt(clearPageTemplate, site, { pageId: "home" }),
      /The page home is not a template/,
    ],
    [
      "an unknown breakpoint",
      () => attempt(updateNodeProps, site, { nodeId: "h1", breakpointId: "mobile", patch: { id: "x" } }),
      /There is no breakpoint mobile\. There are base/,
    ],
  ])("%s", (_, call, sentence) => {
    expect(call()).toMatchObject({ ok: false, reason: expect.stringMatching(sentence) })
  })
})
