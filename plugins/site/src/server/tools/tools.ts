/** What models are offered of a site. A description says when to call it and what to pass; every word is sent with every message. */
import type { Tool } from "@countersign/core/server"
import { emptySite } from "../../document.ts"
import { ALL_STYLES, ANYWHERE, FACTS_OF_ALL, SHARED, wordsOf, wordsOfCode, wordsOfMedia } from "../whose-words.ts"
import { codeTools } from "./code/code-tools.ts"
import { revertTurnTool } from "./history/revert-turn-tool.ts"
import { listMediaTool } from "./media/list-media-tool.ts"
import { aliasesOf } from "./other-names.ts"
import { deletePageTool } from "./pages/delete-page-tool.ts"
import { count, insertedWords, replacedWords, stylesWords } from "./run/done-words.ts"
import { draftTool, readTool } from "./run/make-tool.ts"
import { setFontTokensTool } from "./tokens/font-tool.ts"
import { toolVerbs as verbs } from "./verbs.ts"

const reads: readonly Tool[] = [
  readTool({
    name: "listDocuments",
    verb: verbs.describeDocuments,
    words: "Listed the documents of the site",
    description: "List pages, templates and components with their ids, roots and addresses. Call it before naming one.",
    quotes: ({ result }) =>
      (result?.documents ?? []).map(({ document, title }) => ({ ...wordsOf(document), name: title })),
  }),
  readTool({
    name: "listModules",
    verb: verbs.listModules,
    words: "Looked what a page can hold",
    heavy: true,
    description: "List loops, outlets and components, with the HTML to insert.",
    quotes: ({ result }) => (result?.modules ?? []).flatMap(({ id }) => componentOf(id)),
  }),
  readTool({
    name: "listBreakpoints",
    verb: verbs.listBreakpoints,
    words: "Listed the breakpoints",
    description: "List breakpoints with the media query of each. Use these queries in CSS.",
    quotes: ({ result }) => (isOurs(result?.breakpoints) ? [] : [FACTS_OF_ALL]),
  }),
  readTool({
    name: "listPostTypes",
    verb: verbs.listPostTypes,
    words: "Looked for post types",
    description: "List collections that a template can be for.",
    quotes: "nothing",
  }),
  readTool({
    name: "listLoopSources",
    verb: verbs.listLoopSources,
    words: "Listed what a loop can show",
    heavy: true,
    description: "List loop sources with their fields and tokens. Call it before you write a <cs-loop>.",
    quotes: "nothing",
  }),
  readTool({
    name: "listTokens",
    verb: verbs.listTokens,
    words: "Listed the design tokens",
    heavy: true,
    description: "List colours, sizes and fonts with their variables. Use var() of these in CSS.",
    quotes: ({ result }) => (Object.values(result ?? {}).some(({ length }) => length > 0) ? [FACTS_OF_ALL] : []),
  }),
  readTool({
    name: "readDocument",
    verb: verbs.readDocument,
    words: "Read a document",
    heavy: true,
    description:
      "Read a document as HTML whose elements say their id as uid, with the CSS that concerns it. Read before you edit; go on with pageInfo.nextPart. Without a document: the one open in the editor, or the home page.",
    quotes: ({ result }) =>
      result ? [{ ...wordsOf(result.document), name: result.title }, ...(result.css === "" ? [] : [SHARED])] : [],
  }),
  readTool({
    name: "getNodeHtml",
    verb: verbs.getNodeHtml,
    words: "Read an element",
    heavy: true,
    description: "Read one element exactly as written, by its uid.",
    quotes: ({ result }) => (result ? [wordsOf(result.document)] : []),
  }),
  readTool({
    name: "findNodes",
    verb: verbs.findNodes,
    words: "Looked for elements",
    description: "Find elements by CSS selector, tag, class, attribute or text, in one document or all.",
    quotes: ({ result }) => (result?.nodes ?? []).map(({ document }) => wordsOf(document)),
  }),
  readTool({
    name: "inspectStyles",
    verb: verbs.inspectStyles,
    words: "Looked why an element looks as it does",
    heavy: true,
    description:
      "Tell which declaration of an element wins, by which rule of which file, and which ones lose. Call it when a style does not do what you expect. properties narrows it; breakpointId says in which window.",
    quotes: ({ result }) => wordsOfStyles(result?.styles ?? []),
  }),
  readTool({
    name: "checkPage",
    verb: verbs.checkPage,
    words: "Checked a page",
    description:
      "Look for missing alt texts, labels, headings, dead links, weak contrast and descriptions. Call it when a page is done.",
    // A weak contrast is told with the colours as the styles have them, which belong to no page.
    quotes: ({ result }) => (result?.findings.length === 0 ? [] : [ANYWHERE]),
  }),
  readTool({
    name: "whereUsed",
    verb: verbs.whereUsed,
    words: "Looked where something is used",
    description:
      "Tell which elements and rules use a class, a variable or a component. Call it before changing what is shared.",
    quotes: ({ result }) => (result?.rules.length ? [ALL_STYLES] : []),
  }),
  readTool({
    name: "listCodeAssets",
    verb: verbs.listCodeAssets,
    words: "Listed stylesheets and scripts",
    description: "List stylesheets and scripts with their hashes.",
    quotes: ({ result }) => (result?.assets ?? []).map(wordsOfCode),
  }),
  readTool({
    name: "readCodeAsset",
    verb: verbs.readCodeAsset,
    words: "Read a file",
    heavy: true,
    description: "Read a stylesheet or script by fileId or path, in parts.",
    quotes: ({ result }) => (result ? [wordsOfCode(result)] : []),
  }),
  readTool({
    name: "inspectCodeRuntime",
    verb: verbs.inspectCodeRuntime,
    words: "Looked which code a page has",
    description: "List the scripts and stylesheets that a page or template has once it is published, in their order.",
    quotes: ({ result }) => [
      ...(result?.scripts ?? []).map(({ fileId }) => wordsOfCode({ type: "script", fileId })),
      ...(result?.styles ?? []).map(({ fileId }) => wordsOfCode({ type: "style", fileId })),
    ],
  }),
  listMediaTool,
  readTool({
    name: "listChanges",
    verb: verbs.listChanges,
    words: "Looked what was changed",
    description: "List the latest changes of the site with the turnId of each.",
    // Who it was is a name that they chose: the model learns what was done and when.
    projectResult: ({ changes }) => ({ changes: changes.map(({ by: _, ...change }) => change) }),
    quotes: "nothing",
  }),
]

const drafts: readonly Tool[] = [
  draftTool({
    name: "insertHtml",
    verb: verbs.insertHtml,
    words: "Insert elements",
    did: insertedWords,
    description:
      "Insert HTML into an element, one section at a time. index counts elements; without it, at the end. A <style> beside elements adds rules for new selectors only. Scripts are left out: use writeCodeAsset.",
  }),
  draftTool({
    name: "replaceNodeHtml",
    verb: verbs.replaceNodeHtml,
    words: "Replace what an element holds",
    did: replacedWords,
    description: "Replace what an element holds by HTML. Elements with their uid stay the same nodes.",
  }),
  draftTool({
    name: "updateNodeProps",
    verb: verbs.updateNodeProps,
    words: "Change an element",
    description:
      "Set attributes, or text, class or style, of an element; null takes one away. With breakpointId: attributes that differ there.",
  }),
  draftTool({
    name: "moveNode",
    verb: verbs.moveNode,
    words: "Move an element",
    description: "Move a node into newParentId, before its newIndex-th element.",
  }),
  draftTool({
    name: "deleteNode",
    verb: verbs.deleteNode,
    words: "Remove an element",
    description: "Remove a node with all it holds.",
  }),
  draftTool({
    name: "duplicateNode",
    verb: verbs.duplicateNode,
    words: "Copy an element",
    did: ({ nodeIds }) =>
      nodeIds ? `Copied an element ${nodeIds.length === 1 ? "once" : `${nodeIds.length} times`}` : undefined,
    description: "Copy a node 1 to 50 times, right behind it.",
  }),
  draftTool({
    name: "renameNode",
    verb: verbs.renameNode,
    words: "Name an element",
    description: "Give a node the name that people see in the editor.",
  }),
  draftTool({
    name: "wrapNodes",
    verb: verbs.wrapNodes,
    words: "Wrap elements",
    description: "Put neighbours into a new element.",
  }),
  draftTool({
    name: "unwrapNode",
    verb: verbs.unwrapNode,
    words: "Unwrap an element",
    description: "Take an element away and leave what it holds.",
  }),
  draftTool({
    name: "replaceText",
    verb: verbs.replaceText,
    words: "Replace words",
    did: ({ replaced }) => (replaced === undefined ? undefined : `Replaced words in ${count(replaced, "place")}`),
    description: "Replace words exactly as written, in one document or in all.",
  }),
  draftTool({
    name: "applyCss",
    verb: verbs.applyCss,
    words: "Change styles",
    did: stylesWords,
    description:
      "Write CSS. merge (usual): same selector and media query is changed, others are added. replace: the rule has nothing else afterwards. delete: rules of selectors. removeProperties: properties of selectors.",
  }),
  draftTool({
    name: "assignClass",
    verb: verbs.assignClass,
    words: "Give an element a class",
    description: "Give an element a class that has a rule.",
  }),
  draftTool({
    name: "removeClass",
    verb: verbs.removeClass,
    words: "Take a class from an element",
    description: "Take a class from an element. Its rule stays.",
  }),
  draftTool({
    name: "renameClass",
    verb: verbs.renameClass,
    words: "Rename a class",
    description: "Rename a class in every rule and on every element. Scripts that name it are told of and stay.",
  }),
  draftTool({
    name: "useMedia",
    verb: verbs.useMedia,
    words: "Use a file of the library",
    description:
      "Show a file from listMedia: in an img, video, audio, source or a that is there, or as a new element inside of any other. Pass alt for what a picture says here.",
    quotes: (_, { mediaId }) => [wordsOfMedia(mediaId)],
  }),
  draftTool({
    name: "createComponent",
    verb: verbs.createComponent,
    words: "Make a component",
    description:
      "Make a component of html, or of the element nodeId, which becomes a use of it. In it, {params.title} stands for a parameter and <slot> for what a use holds; params gives defaults. Show it by the html it answers, with data-param-title.",
  }),
  draftTool({
    name: "updateComponent",
    verb: verbs.updateComponent,
    words: "Change a component",
    description: "Change title, html or params of a component wherever it is used; null takes a parameter away.",
  }),
  draftTool({
    name: "addPage",
    verb: verbs.addPage,
    words: "Add a page",
    describe: ({ title }, say) => (title ? `Add the page ${say.quote(title)}` : "Add a page"),
    description: "Create an empty page; insert into its rootNodeId. A slug that is taken gets a number.",
  }),
  draftTool({
    name: "renamePage",
    verb: verbs.renamePage,
    words: "Rename a page",
    describe: ({ pageId }, say) => `Rename ${say.name(pageId) ?? "a page"}`,
    description:
      "Change title and slug of a page. The slug index makes it the home page; old addresses lead to new ones.",
  }),
  draftTool({
    name: "setPageSeo",
    verb: verbs.setPageSeo,
    words: "Describe a page to search engines",
    describe: ({ pageId }, say) => `Describe ${say.name(pageId) ?? "a page"} to search engines`,
    description:
      "Set title and description for search engines, language, picture and noindex of a page; null takes one away.",
  }),
  draftTool({
    name: "duplicatePage",
    verb: verbs.duplicatePage,
    words: "Copy a page",
    describe: ({ pageId }, say) => `Copy ${say.name(pageId) ?? "a page"}`,
    description: "Copy a page with all it holds.",
  }),
  draftTool({
    name: "setPageTemplate",
    verb: verbs.setPageTemplate,
    words: "Make a template",
    describe: ({ pageId }, say) => `Make a template of ${say.name(pageId) ?? "a page"}`,
    description:
      "Make a template of a page, or change what it is for. Everywhere wraps all pages around its <cs-outlet>.",
  }),
  draftTool({
    name: "clearPageTemplate",
    verb: verbs.clearPageTemplate,
    words: "Make a page of a template",
    describe: ({ pageId }, say) => `Make a page of ${say.name(pageId) ?? "a template"}`,
    description: "Make a page of a template again.",
    quotes: (_, { pageId }) => [wordsOf({ type: "template", id: pageId })],
  }),
  draftTool({
    name: "setColorTokens",
    verb: verbs.setColorTokens,
    words: "Set colours",
    description: "Create or change colours by slug; use them as var(--color-slug). Do this before building pages.",
    quotes: () => [FACTS_OF_ALL],
  }),
  setFontTokensTool,
  draftTool({
    name: "setTypeScale",
    verb: verbs.setTypeScale,
    words: "Set sizes of texts",
    description:
      "Set the fluid sizes --text-*: steps from small to large, min for narrow and max for wide windows, sizes in px.",
    // The answer has the names of the scale, which is there already as often as not.
    quotes: () => [FACTS_OF_ALL],
  }),
  draftTool({
    name: "setSpacingScale",
    verb: verbs.setSpacingScale,
    words: "Set distances",
    description: "Set the fluid distances --space-*, as setTypeScale does for texts.",
    quotes: () => [FACTS_OF_ALL],
  }),
  draftTool({
    name: "renameToken",
    verb: verbs.renameToken,
    words: "Rename a token",
    description: "Rename a token and everything that uses it.",
  }),
]

export const siteTools: readonly Tool[] = [...reads, ...drafts, ...codeTools, deletePageTool, revertTurnTool].map(
  (tool) => ({ ...tool, aliases: aliasesOf(tool.name) }),
)

function componentOf(moduleId: string) {
  const [, id] = /^component\.(.+)$/.exec(moduleId) ?? []
  return id === undefined ? [] : [wordsOf({ type: "visualComponent", id })]
}

/** Without a rule it stands on an element of the page, or of a template around it. */
function wordsOfStyles(styles: readonly { rule: object | null; losers: readonly { rule: object | null }[] }[]) {
  const declared = styles.flatMap((style) => [style, ...style.losers])
  if (declared.length === 0) return []
  return declared.some(({ rule }) => rule === null) ? [ANYWHERE] : [SHARED]
}

/** Those that a site begins with. */
function isOurs(breakpoints: readonly { id: string; name: string; width: number }[] = []): boolean {
  const ours = emptySite().facts.breakpoints
  return breakpoints.every(({ id, name, width }) =>
    ours.some((one) => one.id === id && one.name === name && one.width === width),
  )
}
