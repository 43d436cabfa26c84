/** What models do to a site. Inputs are lean: every word of them is read with every message. */
import { cardWords, line, procedure, refersTo } from "@countersign/core/contract"
import { z } from "zod"
import { documentAccess, mediaAccess } from "./access.ts"
import { Amount, Breakpoint, PageFacts, ScriptRuntime, TemplateFor } from "./fact-commands.ts"
import { LIMITS } from "./limits.ts"
import { Id, Key, Ref, Wanted } from "./named-document.ts"

const Css = z.string().max(1_000_000)
const Words = z.string().max(10_000)
const Title = line("A title", LIMITS.title)
const Slug = z.string().max(5_000)
const Count = z.int().min(0)
/** What an attribute may hold: a year, a tab index, a time in milliseconds. */
const Figure = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const Part = z.int().min(1).max(9_999)
/** Of a child among its neighbours. */
const Place = z.int().min(0).max(99_999)

const warnings = { warnings: z.array(z.string()).optional() }
/** Ids as cards call what they are of. Nobody types one. */
const NodeId = cardWords(refersTo(Id, "site.node"), { label: "Element" })
const MediaId = cardWords(refersTo(Id, "site.media"), { label: "File" })
const PageId = cardWords(refersTo(Id, "site.document"), { label: "Page" })
const BreakpointId = cardWords(refersTo(Id, "site.breakpoint"), { label: "Breakpoint" })
const ClassId = cardWords(refersTo(Words, "site.class"), { label: "Class" })
const FileId = cardWords(refersTo(Id, "site.code"), { label: "File" })
const Html = cardWords(z.string().max(2_000_000), { label: "HTML" })

const where = { document: cardWords(refersTo(Key, "site.document"), { label: "In" }).optional() }
const onNode = { nodeId: NodeId, ...where }
const Done = z.object(warnings)
const Made = z.object({ id: z.string(), tag: z.string(), classes: z.array(z.string()) })
const Affects = z.object({ documents: Count, nodes: Count }).optional()
const styled = { cssRulesCreated: Count.optional(), cssRulesUpdated: Count.optional() }
const Inserted = z.object({
  nodeIds: z.array(z.string()).optional(),
  created: z.array(Made).optional(),
  kept: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
  ...styled,
  ...warnings,
})

const draft = { effect: "mutate", access: documentAccess.manage, recordedIn: "site.command", draft: true } as const
const read = { effect: "read", access: documentAccess.read } as const

const Rule = z.object({ selector: z.string(), context: z.array(z.string()), sheet: z.string() })
/** Without a rule: the element's own style attribute. */
const Declaration = { declaration: z.string(), rule: Rule.nullable() }
const Asset = {
  fileId: z.string(),
  path: z.string(),
  type: z.enum(["style", "script"]),
  hash: z.string(),
  chars: Count,
  runtime: ScriptRuntime.nullable(),
}
const CodeType = cardWords(z.enum(["style", "script"]), {
  label: "Type",
  values: { style: "Stylesheet", script: "Script" },
})
const Length = Amount.optional()
const TextEnd = z.strictObject({ fontSize: Length, scaleRatio: Length, width: Length }).optional()
const SpaceEnd = z.strictObject({ size: Length, scaleRatio: Length, width: Length }).optional()
const scale = {
  groupId: cardWords(refersTo(Id, "site.scale"), { label: "Scale" }).optional(),
  namingConvention: Id.optional(),
  steps: z.array(Id).min(1).max(30).optional(),
  baseScaleIndex: z.int().min(0).max(29).optional(),
}
const scaleOutput = z.object({
  groupId: z.string(),
  action: z.enum(["created", "updated"]),
  namingConvention: z.string(),
  generatedVars: z.array(z.string()),
})
const SourceField = z.object({ id: z.string(), title: z.string(), type: z.string(), token: z.string() })
const Token = z.object({ name: z.string(), value: z.string(), variables: z.array(z.string()) })

export const toolProcedures = {
  describeDocuments: procedure({
    summary: "List the documents of the site with their roots, addresses and what templates are for.",
    ...read,
    input: z.object({}),
    output: z.object({
      documents: z.array(
        z.object({
          document: Ref,
          title: z.string(),
          rootNodeId: z.string(),
          summary: z.string(),
          page: PageFacts.optional(),
          template: z.object({ target: TemplateFor, priority: z.int() }).optional(),
        }),
      ),
      left: Count,
    }),
  }),
  listModules: procedure({
    summary: "List what can be put into a page besides plain HTML.",
    ...read,
    input: z.object({ category: Words.optional() }),
    output: z.object({
      modules: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          category: z.string(),
          html: z.string(),
          settings: z.array(z.object({ name: z.string(), means: z.string() })),
          /** What a setting is where nobody says it. */
          defaults: z.record(z.string(), z.string()),
        }),
      ),
    }),
  }),
  listBreakpoints: procedure({
    summary: "List the breakpoints of the site.",
    ...read,
    input: z.object({}),
    output: z.object({ breakpoints: z.array(Breakpoint.extend({ query: z.string().nullable() })), base: z.string() }),
  }),
  listPostTypes: procedure({
    summary: "List the collections whose entries can have a template.",
    ...read,
    input: z.object({}),
    output: z.object({
      postTypes: z.array(z.object({ slug: z.string(), label: z.string(), fields: z.array(SourceField) })),
      note: z.string().optional(),
    }),
  }),
  listLoopSources: procedure({
    summary: "List what a loop can show, with the fields of each.",
    ...read,
    input: z.object({}),
    output: z.object({
      sources: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          live: z.boolean(),
          fields: z.array(SourceField),
          html: z.string(),
        }),
      ),
    }),
  }),
  listTokens: procedure({
    summary: "List the design tokens of the site.",
    ...read,
    input: z.object({ family: z.enum(["colors", "typography", "spacing", "fonts"]).optional() }),
    output: z.object({
      colors: z.array(Token).optional(),
      typography: z.array(Token).optional(),
      spacing: z.array(Token).optional(),
      fonts: z.array(Token).optional(),
    }),
  }),
  readDocument: procedure({
    summary: "Read a document as HTML in which every element says its id, with the CSS that concerns it.",
    ...read,
    input: z.object({ document: Wanted.optional(), part: Part.optional() }),
    output: z.object({
      document: Ref,
      title: z.string(),
      html: z.string(),
      css: z.string(),
      pageInfo: z.object({
        part: Count,
        totalParts: Count,
        nextPart: Count.nullable(),
        ranges: z.array(z.object({ parent: z.string(), first: z.string(), last: z.string() })),
        serializedChars: Count,
        cleaned: Count,
      }),
    }),
  }),
  getNodeHtml: procedure({
    summary: "Read one element as it is written.",
    ...read,
    input: z.object(onNode),
    output: z.object({ document: Ref, html: z.string() }),
  }),
  findNodes: procedure({
    summary: "Find elements by a selector, tag, class, attribute or the text they hold.",
    ...read,
    input: z.object({
      ...where,
      selector: Words.optional(),
      tag: Id.optional(),
      class: Words.optional(),
      attribute: Words.optional(),
      text: Words.optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    output: z.object({
      nodes: z.array(
        z.object({
          document: Ref,
          nodeId: z.string(),
          tag: z.string(),
          classes: z.array(z.string()),
          text: z.string(),
        }),
      ),
      left: Count,
    }),
  }),
  inspectStyles: procedure({
    summary: "Tell the styles of an element: which declaration wins, in which rule of which file, and which lose.",
    ...read,
    input: z.object({
      ...onNode,
      breakpointId: BreakpointId.optional(),
      properties: z.array(Id).min(1).max(50).optional(),
    }),
    output: z.object({
      breakpointId: z.string(),
      styles: z.array(
        z.object({
          property: z.string(),
          ...Declaration,
          inheritedFrom: z.string().optional(),
          losers: z.array(z.object(Declaration)),
        }),
      ),
      /** Rules that hold only now and then: under the pointer, in a dark system, for a part of the element. */
      sometimes: z.array(Rule),
      left: Count,
    }),
  }),
  checkPage: procedure({
    summary: "Look for what is wrong with a page: headings, texts of pictures, labels, links, titles.",
    ...read,
    input: z.object(where),
    output: z.object({
      findings: z.array(z.object({ document: Ref, nodeId: z.string().nullable(), problem: z.string() })),
    }),
  }),
  whereUsed: procedure({
    summary: "Tell where a class, a token or a component is used.",
    ...read,
    input: z.object({ class: Words.optional(), variable: Words.optional(), component: Id.optional() }),
    output: z.object({
      nodes: z.array(z.object({ document: Ref, nodeId: z.string() })),
      rules: z.array(Rule),
      left: Count,
    }),
  }),
  listCodeAssets: procedure({
    summary: "List the stylesheets and scripts of the site.",
    ...read,
    input: z.object({ type: z.enum(["style", "script"]).optional() }),
    output: z.object({ assets: z.array(z.object(Asset)) }),
  }),
  readCodeAsset: procedure({
    summary: "Read a stylesheet or a script.",
    ...read,
    input: z.object({
      fileId: FileId.optional(),
      path: Words.optional(),
      part: Part.optional(),
      maxChars: z.int().min(1_000).max(100_000).optional(),
    }),
    output: z.object({
      ...Asset,
      content: z.string(),
      pageInfo: z.object({ part: Count, totalParts: Count, nextPart: Count.nullable() }),
    }),
  }),
  inspectCodeRuntime: procedure({
    summary: "Tell which stylesheets and scripts a page or a template has once it is published.",
    ...read,
    input: z.object({ document: Wanted.optional() }),
    output: z.object({
      pageId: z.string(),
      document: Ref,
      scripts: z.array(z.object({ fileId: z.string(), path: z.string(), hash: z.string(), runtime: ScriptRuntime })),
      styles: z.array(z.object({ fileId: z.string(), path: z.string(), hash: z.string(), media: z.string() })),
    }),
  }),
  listChanges: procedure({
    summary: "List what was changed in the site, the latest first, with the turns that did it.",
    ...read,
    input: z.object({ limit: z.int().min(1).max(100).optional() }),
    output: z.object({
      changes: z.array(
        z.object({ sequence: Count, at: z.string(), by: z.string(), what: z.string(), turnId: z.string().nullable() }),
      ),
    }),
  }),

  insertHtml: procedure({
    summary: "Insert HTML into an element.",
    ...draft,
    input: z.object({ parentId: cardWords(NodeId, { label: "Into" }), index: Place.optional(), html: Html, ...where }),
    output: Inserted,
  }),
  replaceNodeHtml: procedure({
    summary: "Replace what an element holds by HTML.",
    ...draft,
    input: z.object({ ...onNode, html: Html }),
    output: Inserted,
  }),
  updateNodeProps: procedure({
    summary: "Change attributes, classes, style or text of an element.",
    ...draft,
    input: z.object({
      ...onNode,
      breakpointId: BreakpointId.optional(),
      patch: z.record(z.string().max(200), z.union([z.string().max(1_000_000), Figure, z.boolean(), z.null()])),
    }),
    output: Done,
  }),
  moveNode: procedure({
    summary: "Move a node.",
    ...draft,
    input: z.object({ ...onNode, newParentId: cardWords(NodeId, { label: "Into" }), newIndex: Place }),
    output: Done,
  }),
  deleteNode: procedure({
    summary: "Remove a node and all it holds.",
    ...draft,
    input: z.object(onNode),
    output: Done,
  }),
  duplicateNode: procedure({
    summary: "Copy a node, right behind it.",
    ...draft,
    input: z.object({ ...onNode, count: z.int().min(1).max(50).optional() }),
    output: z.object({ nodeId: z.string(), nodeIds: z.array(z.string()) }),
  }),
  renameNode: procedure({
    summary: "Give a node the name it has in the editor.",
    ...draft,
    input: z.object({ ...onNode, label: line("A name", LIMITS.label).or(z.literal("")) }),
    output: Done,
  }),
  wrapNodes: procedure({
    summary: "Put neighbours into a new element.",
    ...draft,
    input: z.object({
      nodeIds: cardWords(z.array(NodeId).min(1).max(500), { label: "Elements" }),
      tag: Id,
      classes: z.array(Id).max(50).optional(),
      ...where,
    }),
    output: z.object({ nodeId: z.string() }),
  }),
  unwrapNode: procedure({
    summary: "Take an element away from around what it holds.",
    ...draft,
    input: z.object(onNode),
    output: Done,
  }),
  replaceText: procedure({
    summary: "Replace words wherever they stand in a document, or in all of them.",
    ...draft,
    input: z.object({ ...where, oldText: z.string().min(1).max(10_000), newText: Words }),
    output: z.object({ replaced: Count, documents: z.array(Ref) }),
  }),
  applyCss: procedure({
    summary: "Add, change or remove rules of the site's stylesheets.",
    ...draft,
    input: z.object({
      css: Css.optional(),
      operation: cardWords(z.enum(["merge", "replace", "delete", "removeProperties"]), {
        label: "What happens",
        values: {
          merge: "Rules are changed and added",
          replace: "Rules are replaced",
          delete: "Rules are removed",
          removeProperties: "Properties are removed",
        },
      }).optional(),
      selectors: z.array(Words).max(500).optional(),
      properties: z.array(Id).max(500).optional(),
    }),
    output: z.object({
      cssRulesCreated: Count,
      cssRulesUpdated: Count,
      cssRulesDeleted: Count.optional(),
      cssPropertiesRemoved: Count.optional(),
      affects: Affects,
      ...warnings,
    }),
  }),
  assignClass: procedure({
    summary: "Give an element a class.",
    ...draft,
    input: z.object({ ...onNode, classId: ClassId }),
    output: Done,
  }),
  removeClass: procedure({
    summary: "Take a class from an element.",
    ...draft,
    input: z.object({ ...onNode, classId: ClassId }),
    output: Done,
  }),
  renameClass: procedure({
    summary: "Give a class another name, in every rule and on every element.",
    ...draft,
    input: z.object({ classId: ClassId, to: Words }),
    output: z.object({ changedRules: Count, changedNodes: Count, ...warnings }),
  }),
  writeCodeAsset: procedure({
    summary: "Create or replace a stylesheet or a script.",
    ...draft,
    input: z.object({
      path: Words,
      type: CodeType,
      content: Css,
      runtime: ScriptRuntime.optional(),
      expectedHash: Words.optional(),
    }),
    output: z.object({ ...Asset, action: z.enum(["created", "updated"]), ...warnings }),
  }),
  patchCodeAsset: procedure({
    summary: "Replace texts in a stylesheet or a script.",
    ...draft,
    input: z.object({
      fileId: FileId.optional(),
      path: Words.optional(),
      expectedHash: Words,
      replacements: z
        .array(
          z.strictObject({ oldText: z.string().min(1).max(100_000), newText: Css, replaceAll: z.boolean().optional() }),
        )
        .min(1)
        .max(50),
    }),
    output: z.object({ ...Asset, replacements: Count, ...warnings }),
  }),
  useMedia: procedure({
    summary: "Show or link a file of the library.",
    ...draft,
    access: [documentAccess.manage, mediaAccess.read],
    input: z.object({ ...onNode, mediaId: MediaId, alt: Words.optional(), index: Place.optional() }),
    output: z.object({ nodeId: z.string(), address: z.string(), ...warnings }),
  }),
  createComponent: procedure({
    summary: "Make a component of HTML, or of an element, whose place a use of the component takes.",
    ...draft,
    input: z.object({
      title: Title,
      html: Html.optional(),
      nodeId: NodeId.optional(),
      ...where,
      params: z.record(Id, Words).optional(),
    }),
    output: z.object({
      componentId: z.string(),
      rootNodeId: z.string(),
      html: z.string(),
      nodeId: z.string().optional(),
      ...warnings,
    }),
  }),
  updateComponent: procedure({
    summary: "Change the title, the content or the parameters of a component, everywhere it is used.",
    ...draft,
    input: z.object({
      componentId: cardWords(refersTo(Id, "site.document"), { label: "Component" }),
      title: Title.optional(),
      html: Html.optional(),
      params: z.record(Id, Words.nullable()).optional(),
    }),
    output: Inserted.extend({ affects: Affects }),
  }),
  addPage: procedure({
    summary: "Create an empty page.",
    ...draft,
    input: z.object({ title: Title, slug: Slug.optional() }),
    output: z.object({ pageId: z.string(), rootNodeId: z.string(), slug: z.string() }),
  }),
  deletePage: procedure({
    summary: "Delete a page.",
    effect: "destructive",
    access: documentAccess.manage,
    input: z.object({ pageId: PageId }),
    output: Done,
  }),
  renamePage: procedure({
    summary: "Give a page another title or address.",
    ...draft,
    input: z.object({ pageId: PageId, title: Title, slug: Slug.optional() }),
    output: Done,
  }),
  setPageSeo: procedure({
    summary: "Say what search engines and those who share a link are told of a page.",
    ...draft,
    input: z.object({
      pageId: PageId,
      seoTitle: Words.nullable().optional(),
      description: Words.nullable().optional(),
      language: Id.nullable().optional(),
      image: refersTo(Id, "site.media").nullable().optional(),
      noindex: z.boolean().optional(),
    }),
    output: Done,
  }),
  duplicatePage: procedure({
    summary: "Copy a page.",
    ...draft,
    input: z.object({ pageId: PageId, title: Title, slug: Slug.optional() }),
    output: z.object({ pageId: z.string(), slug: z.string() }),
  }),
  setPageTemplate: procedure({
    summary: "Make a template of a page, or say what a template is for.",
    ...draft,
    input: z.object({
      pageId: PageId,
      target: cardWords(
        z.strictObject({
          kind: cardWords(z.enum(["everywhere", "notFound", "postTypes"]), {
            label: "For",
            values: {
              everywhere: "Every page",
              notFound: "Where there is no page",
              postTypes: "Entries of collections",
            },
          }),
          tableSlugs: cardWords(z.array(Id).max(100).optional(), { label: "Collections" }),
        }),
        { label: "For" },
      ),
      priority: z.int().min(0).max(1_000_000).optional(),
    }),
    output: Done,
  }),
  clearPageTemplate: procedure({
    summary: "Make a page of a template again.",
    ...draft,
    input: z.object({ pageId: PageId }),
    output: Done,
  }),
  setColorTokens: procedure({
    summary: "Create or change colours.",
    ...draft,
    input: z.object({
      tokens: z
        .array(
          z.strictObject({
            slug: Words,
            lightValue: Words,
            category: Words.optional(),
            darkValue: Words.optional(),
            darkModeEnabled: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    output: z.object({ tokens: z.array(z.object({ slug: z.string(), ref: z.string(), action: z.string() })) }),
  }),
  setFontTokens: procedure({
    summary: "Create or change fonts. Those of Google's are fetched and kept among the media of the site.",
    ...draft,
    egress: true,
    input: z.object({
      tokens: z
        .array(
          z.strictObject({
            name: line("The name of a font", LIMITS.label),
            variable: Words.optional(),
            fallback: Words.optional(),
            googleFamily: Id.optional(),
            variants: z.array(Id).max(20).optional(),
            subsets: z.array(Id).max(20).optional(),
            familyId: Id.optional(),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.object({
      tokens: z.array(
        z.object({
          name: z.string(),
          variable: z.string(),
          ref: z.string(),
          installed: z.boolean().optional(),
          action: z.string(),
        }),
      ),
    }),
  }),
  setTypeScale: procedure({
    summary: "Say how large texts are.",
    ...draft,
    input: z.object({ ...scale, min: TextEnd, max: TextEnd }),
    output: scaleOutput,
  }),
  setSpacingScale: procedure({
    summary: "Say how large distances are.",
    ...draft,
    input: z.object({ ...scale, min: SpaceEnd, max: SpaceEnd }),
    output: scaleOutput,
  }),
  renameToken: procedure({
    summary: "Give a token another name, wherever it is used.",
    ...draft,
    input: z.object({
      family: cardWords(z.enum(["colors", "fonts", "scales"]), {
        label: "Among",
        values: { colors: "Colours", fonts: "Fonts", scales: "Scales" },
      }),
      slug: Words,
      to: Words,
    }),
    output: z.object({ changedRules: Count, changedNodes: Count }),
  }),
  revertTurn: procedure({
    summary: "Take back what was done in a turn, as far as nobody else has changed it since.",
    ...draft,
    input: z.object({ turnId: cardWords(refersTo(z.string().max(100), "site.turn"), { label: "Turn" }).optional() }),
    output: z.object({ reverted: Count, left: z.array(z.string()) }),
  }),
}
