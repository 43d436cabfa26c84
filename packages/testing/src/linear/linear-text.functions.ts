import { sql } from "drizzle-orm"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { z } from "zod"
import { createPeerAddress } from "../../../../apps/server/src/peer-address.ts"
import { buildDocsIndex } from "../../../../plugins/ai/src/docs/docs-index.ts"
import { createDocsSearch } from "../../../../plugins/ai/src/docs/search-docs.ts"
import { snippetFor } from "../../../../plugins/ai/src/docs/snippet.ts"
import { wordsThatMatter } from "../../../../plugins/ai/src/docs/words.ts"
import { excerpt } from "../../../../plugins/ai/src/server/memory/stored-text.ts"
import { readAmount } from "../../../../plugins/ai/src/web/settings/connections/spend-cap.ts"
import { LONGEST_IMPORT } from "../../../../plugins/catalog/src/contract/transfer.ts"
import { parseCsv } from "../../../../plugins/catalog/src/server/transfer/import/parse-csv.ts"
import { parseYaml } from "../../../../plugins/catalog/src/server/transfer/import/parse-yaml.ts"
import { compilePath } from "../../../../plugins/healthcheck/src/probe/assertions/json-path.ts"
import { compilePattern } from "../../../../plugins/healthcheck/src/probe/assertions/pattern.ts"
import { CookieJar } from "../../../../plugins/healthcheck/src/probe/clients/cookie-jar.ts"
import { closest } from "../../../../plugins/healthcheck/src/probe/configuration/closest.ts"
import { asProbeError, oneLine } from "../../../../plugins/healthcheck/src/probe/probe-error.ts"
import {
  placeholdersIn,
  replacePlaceholders,
} from "../../../../plugins/healthcheck/src/probe/templates/placeholders.ts"
import { carriedIn, maskOf, mayGo } from "../../../../plugins/healthcheck/src/probe/templates/secrets.ts"
import { readCall } from "../../../../plugins/healthcheck/src/server/engine/beat.ts"
import type { ChannelKind } from "../../../../plugins/notification/src/contract.ts"
import { mailPlace } from "../../../../plugins/notification/src/server/channels/email-channel.ts"
import { httpOutcome } from "../../../../plugins/notification/src/server/channels/http-outcome.ts"
import { slackChannel } from "../../../../plugins/notification/src/server/channels/slack-channel.ts"
import { webPlace } from "../../../../plugins/notification/src/server/channels/web-place.ts"
import { checkText, classesIn } from "../../../../plugins/site/src/document/commands/record.ts"
import { applyCss } from "../../../../plugins/site/src/document/css/apply-css.ts"
import { cascadeOf } from "../../../../plugins/site/src/document/css/cascade.ts"
import { cleanCss } from "../../../../plugins/site/src/document/css/clean-css.ts"
import { holdsAt } from "../../../../plugins/site/src/document/css/media-query.ts"
import { whyTooNested } from "../../../../plugins/site/src/document/css/nesting.ts"
import { readSelectors } from "../../../../plugins/site/src/document/css/read-selectors.ts"
import { rulesOf } from "../../../../plugins/site/src/document/css/rules.ts"
import { sheetOf, textOf } from "../../../../plugins/site/src/document/css/stylesheet.ts"
import { importFragment, importPage } from "../../../../plugins/site/src/document/html/import-html.ts"
import { cleanElement } from "../../../../plugins/site/src/document/safety/clean-element.ts"
import { meaningOf } from "../../../../plugins/site/src/document/safety/elements.ts"
import { OWN_ONLY } from "../../../../plugins/site/src/document/safety/policy.ts"
import { mergeText } from "../../../../plugins/site/src/document/text/merge-text.ts"
import { holdsToken, partsOf } from "../../../../plugins/site/src/document/tokens/read-tokens.ts"
import { endsRawText } from "../../../../plugins/site/src/document/tree/content-model.ts"
import { emptySite, type SiteDocument, type SiteNode } from "../../../../plugins/site/src/document/tree/node.ts"
import { mapOf } from "../../../../plugins/site/src/document/tree/persistent-map.ts"
import { render } from "../../../../plugins/site/src/render/render.ts"
import { rewriteCss, rewriteNode, withImports } from "../../../../plugins/site/src/server/import/rewrite.ts"
import { fileNameFor } from "../../../../plugins/site/src/server/media/media-names.ts"
import { cleanDrawing } from "../../../../plugins/site/src/server/media/prepare/drawing.ts"
import { whatItIs } from "../../../../plugins/site/src/server/media/prepare/what-it-is.ts"
import { plainWords } from "../../../../plugins/site/src/server/public/plain-words.ts"
import { addressOf } from "../../../../plugins/site/src/server/tools/pages/addresses.ts"
import { classesOf } from "../../../../plugins/site/src/server/tools/read/relevant-css.ts"
import { applyRules } from "../../../../plugins/site/src/server/tools/style/apply-rules.ts"
import { readFaces } from "../../../../plugins/site/src/server/tools/tokens/google-fonts.ts"
import { pastedHtml } from "../../../../plugins/site/src/web/editor/gestures/clipboard.ts"
import { withStates } from "../../../../plugins/site/src/web/editor/states/states.ts"
import { forPeople } from "../../../../plugins/site/src/web/editor/store/node-words.ts"
import { textConditions } from "../../../core/src/audit/audit-filters.ts"
import { cleanJson, cleanText } from "../../../core/src/chat/border/clean-text.ts"
import { hideKey } from "../../../core/src/chat/border/hide-key.ts"
import { namedDestinations } from "../../../core/src/chat/border/named-destinations.ts"
import { scrubBlocks } from "../../../core/src/chat/border/scrub.ts"
import { isWritten } from "../../../core/src/chat/border/written-address.ts"
import { buildDecisionNote } from "../../../core/src/chat/prompt/decision-note.ts"
import { estimateText } from "../../../core/src/chat/prompt/estimate-tokens.ts"
import { breadcrumb } from "../../../core/src/chat/prompt/heavy-evidence.ts"
import { quoteData } from "../../../core/src/chat/prompt/quote-data.ts"
import { readSummary } from "../../../core/src/chat/prompt/summary-prompt.ts"
import { parseClassifierVerdict } from "../../../core/src/chat/turn/classifier.ts"
import { deriveHeuristicTitle, sanitizeGeneratedTitle } from "../../../core/src/chat/turn/title.ts"
import { pricingKey } from "../../../core/src/connections/pricing-key.ts"
import { digest } from "../../../core/src/contract/digest.ts"
import { ruleInWords } from "../../../core/src/contract/kit/recurrence.ts"
import { parseAllowList } from "../../../core/src/contract/network/allow-list.ts"
import { parseBlock } from "../../../core/src/contract/network/public-address.ts"
import { hasHidden } from "../../../core/src/contract/text/hidden-characters.ts"
import { quoteName } from "../../../core/src/contract/text/quote-name.ts"
import { byCloseness } from "../../../core/src/db/closeness.ts"
import { containsWords } from "../../../core/src/db/sql-fragments.ts"
import { plainHost } from "../../../core/src/egress/reserved-name.ts"
import { isLoopback } from "../../../core/src/http/guard-host.ts"
import { wordsForPeople } from "../../../core/src/http/words-for-people.ts"
import { readCookie } from "../../../core/src/identity/session/session-cookie.ts"
import { neighbourhoodOf } from "../../../core/src/identity/sign-in/network.ts"
import { demandGoodPassword } from "../../../core/src/identity/sign-in/password.ts"
import { parseJson } from "../../../core/src/json.ts"
import { writeCalendar } from "../../../core/src/kit/calendar/calendar.ts"
import { createLog } from "../../../core/src/log.ts"
import { yamlEntries } from "../../../core/src/proposals/card-yaml.ts"
import { labelOf } from "../../../core/src/proposals/field-diff.ts"
import { plainName } from "../../../core/src/reserved/oauth/clients/client-name.ts"
import { describeTarget, isRedirectUri, matchesRedirectUri } from "../../../core/src/reserved/oauth/redirect-uri.ts"
import { createMask, maskedJson } from "../../../core/src/secrets/mask/mask.ts"
import { demandOffsets } from "../../../core/src/tools/dates.ts"
import { AnswerReader } from "../../../llm/src/transport/answer-reader.ts"
import { SseScanner } from "../../../llm/src/transport/sse.ts"
import { linkNames } from "../../../ui/src/chat/answer/link-names.ts"
import { settleTail, splitMarkdown } from "../../../ui/src/chat/answer/split-markdown.ts"
import { closest as closestOnPage } from "../../../ui/src/fields/closeness.ts"
import { initialsOf } from "../../../ui/src/marks/format.ts"
import { listDiff } from "../../../ui/src/tables/list-diff.ts"
import { shortenParts } from "../../../ui/src/tables/shorten-parts.ts"
import { wordDiff } from "../../../ui/src/tables/word-diff.ts"
import { hasHidden as hasHiddenOnPage, markHidden, spellHidden } from "../../../ui/src/text/hidden-characters.ts"
import { chunksOf } from "../../../ui/src/text/LongText.tsx"
import { Markdown } from "../../../ui/src/text/Markdown.tsx"
import { isTooMuchMarkdown, LONGEST_MARKDOWN } from "../../../ui/src/text/markdown-limits.ts"
import { PlainText } from "../../../ui/src/text/PlainText.tsx"

const { mask, stream, remember } = createMask()
for (let n = 0; n < 200; n += 1) remember(`sk-ant-api03-${n.toString(36).padStart(6, "0")}abcDEF123456`)
const log = createLog({ level: "info", format: "json", mask, write: () => {} })
const lines = createLog({ level: "info", format: "pretty", mask, write: () => {} })
const guide = createDocsSearch(
  buildDocsIndex([
    {
      file: "docs/guide/a/a.md",
      plugin: null,
      slug: "a/a",
      markdown: "---\ntitle: A\ndescription: A page.\n---\n# A\n\na key to the house",
    },
  ]),
)

const maskSecrets = maskOf(
  Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`S${n}`, `hunter-of-secrets-${n}`])),
)
const anywhere = compilePath("$..state") as { find(value: unknown): readonly unknown[] }
const balanced = compilePattern("^(?:[a-z]+\\s?)+x$") as { test(text: string): boolean }
const slack = slackChannel.entry as ChannelKind
const postbox = {
  now: () => 0,
  mail: async () => null,
  post: async () => ({ status: 200, text: "ok", retryAfterSeconds: null, redirected: false }),
}

/** As many as a page knows, and alike as long as a name may be. */
const NAMED = new Map(Array.from({ length: 300 }, (_, n) => [`${"a ".repeat(90)}${n}`, "/a"]))

let node = 0
const importing = { nextId: () => `n${node++}` }
const withAttribute = (tag: string, name: string, value: string, style: string | null = null) =>
  cleanElement(
    { kind: "element", id: "n", tag, namespace: "html", attributes: [[name, value]], classes: [], style },
    OWN_ONLY,
  )
const aSheet = (css: string) => sheetOf(css, { id: "s", name: "s" })
const aSite = (css: string) => ({ ...emptySite(), sheets: [aSheet(css)] })
const anElement = (id: string, parent: string | null, children: string[], text?: string): SiteNode => ({
  kind: "element",
  id,
  tag: id,
  namespace: "html",
  attributes: text === undefined ? [] : [["title", text]],
  classes: text === undefined ? [] : [text],
  style: text ?? null,
  parent,
  children,
})
const renderPage = (text: string) => {
  const nodes = [
    anElement("html", null, ["head", "body"]),
    anElement("head", "html", []),
    anElement("body", "html", ["p"]),
    anElement("p", "body", ["t"], text),
    { kind: "text", id: "t", text, parent: "p" } as const,
  ]
  const page: SiteDocument = {
    ref: { type: "page", id: "a" },
    title: "A",
    mode: "standards",
    rootNodeId: "html",
    contentNodeId: "body",
    nodes: mapOf(nodes.map((one) => [one.id, one])),
  }
  const around = { components: new Map(), sources: new Map(), rows: () => undefined, site: {}, route: { path: "/" } }
  return render({ ...around, layers: [page], page: { title: text }, policy: OWN_ONLY })
}
/** Many rules in what is long: as much as the text stands around them, and some of them stand in others. */
const crowded = ({ length }: string, first = "", around = "@media x") => {
  const long = around + around.slice(-2).repeat(length / 2)
  return `${long}y{${first}${"a{b:c}".repeat(length / 12)}${"d{&e{b:c}}".repeat(length / 40)}}`
}
/** Where nothing but a text's length counts, one of the hostile ones tells as much as all of them. */
const byLength = (run: (text: string) => unknown) => (text: string) => (text.startsWith("a-") ? run(text) : null)
const inSite = () => "/_media/a.png"
const rewriteWith = (name: string, value: string, style: string | null = null) =>
  rewriteNode(
    {
      kind: "element",
      id: "n",
      tag: "img",
      namespace: "html",
      attributes: [[name, value]],
      classes: [],
      style,
      children: [],
    },
    "a/b.html",
    inSite,
  )
const drawing = (text: string) => cleanDrawing(Buffer.from(text), "a.svg")
/**
 * A tenth of what others are given: tags and rules, which are work for each four letters, and what is short by its
 * schema, such as a search or an app's name.
 */
const dense = (text: string) => text.slice(0, Math.ceil(text.length / 10))

const told = { onHead() {}, onBody() {}, onEnd() {}, onError() {} }
const peerAddress = createPeerAddress(["127.0.0.1", "::1"], () => {})
const DATED = z.object({ at: z.iso.datetime() })
const AN_INSTANT = "2026-01-01T00:00:00.000Z"

/** A refusal is an answer. */
function answerOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/**
 * Every function that text from outside passes. One that is added to the product is a row here, or is called by one:
 * scanning.test.ts looks.
 */
export const FUNCTIONS: Record<string, (text: string) => unknown> = {
  mask,
  "mask, in pieces": (text) => {
    const masked = stream()
    for (let at = 0; at < text.length; at += 1_000) masked.push(text.slice(at, at + 1_000))
    return masked.end()
  },
  // In JSON a letter may take six.
  "maskedJson of a text": (text) => maskedJson({ text: text.slice(0, Math.ceil(text.length / 6)) }, mask),
  "maskedJson of a name": (text) => maskedJson({ [text.slice(0, Math.ceil(text.length / 6))]: 1 }, mask),
  "a line of the log": (text) => log.info(text.slice(0, Math.ceil(text.length / 6)), { text: "a" }),
  "a readable line of the log": (text) => lines.info("a", { text }),
  "scrubBlocks, a text": (text) => scrubBlocks([{ type: "text", text }], mask),
  "scrubBlocks, a call": (text) => scrubBlocks([{ type: "tool-call", callId: "c", name: "n", arguments: text }], mask),
  "scrubBlocks, a result": (text) =>
    scrubBlocks(
      [
        {
          type: "tool-result",
          callId: "c",
          name: "n",
          text: JSON.stringify({ text: text.slice(0, Math.ceil(text.length / 6)) }),
        },
      ],
      mask,
    ),
  hideKey: (text) => hideKey("sk-a-key-of-a-connection", mask, () => {})([{ type: "text-delta", part: 0, text }]),
  cleanText,
  cleanJson: (text) => cleanJson({ [text]: [text] }),
  namedDestinations: (text) => namedDestinations([text]),
  isWritten: (text) => isWritten("https://a-a.example/a-a?a=a", [text]),
  "isWritten, the address": (text) => isWritten(`https://a.example/${text}`, ["https://a.example"]),
  quoteData: (text) => quoteData([{ title: text, text }], "abcdef123456"),
  readSummary,
  parseClassifierVerdict,
  sanitizeGeneratedTitle,
  deriveHeuristicTitle,
  labelOf,
  hasHidden,
  markHidden,
  spellHidden,
  quoteName,
  yamlEntries: (text) => yamlEntries({ [text]: [text] }, () => undefined),
  wordsForPeople: (text) => wordsForPeople({ code: "invalid", message: text } as never, () => false),
  PlainText: (text) => renderToStaticMarkup(createElement(PlainText, null, text)),
  chunksOf,
  linkNames: (text) => linkNames(NAMED)()({ type: "root", children: [{ type: "text", value: text }] }),
  "wordDiff, nothing alike": (text) => wordDiff(text, text.split("").reverse().join("")),
  "wordDiff, one more at the end": (text) => wordDiff(text, `${text}x`),
  listDiff: (text) => listDiff(text.split(""), text.slice(1).split("")),
  shortenParts: (text) =>
    shortenParts([
      { kind: "same", text },
      { kind: "added", text },
    ]),
  splitMarkdown,
  settleTail,
  Markdown: (text) => renderToStaticMarkup(createElement(Markdown, null, text)),
  wordsThatMatter,
  snippetFor: (text) => snippetFor(text, ["key"]),
  "search, the question": (text) => guide.search(text, 5),
  parseCsv,
  parseYaml,
  importPage: (text) => importPage(dense(text), importing),
  importFragment: (text) => importFragment(dense(text), importing),
  "importPage, an attribute": (text) => importPage(`<p class="${text.replaceAll('"', "'")}">`, importing),
  cleanCss: (text) => cleanCss(dense(text), OWN_ONLY),
  "cleanCss, in a function that loads": (text) => cleanCss(`a{b:image-set(${dense(text)}`, OWN_ONLY),
  "cleanElement, an address": (text) => withAttribute("a", "href", text),
  "cleanElement, a set of addresses": (text) => withAttribute("img", "srcset", dense(text)),
  "cleanElement, a style": (text) => withAttribute("p", "title", "", dense(text)),
  "a stylesheet, its rules and its text": (text) => [rulesOf(aSheet(dense(text))), textOf(aSheet(dense(text)))],
  "applyCss, what comes": (text) => applyCss(aSheet("a{b:c}"), dense(text), importing.nextId),
  "applyCss, what is there": (text) => applyCss(aSheet(dense(text)), "a{b:c;d:e}", importing.nextId),
  "applyRules, what comes": (text) => applyRules(aSite("a{b:c}"), dense(text), "merge", importing.nextId),
  "applyRules, what comes beside what is known": (text) =>
    applyRules(aSite("@media x{a{b:c}}"), `@media x{a{b:d}${dense(text)}}`, "merge", importing.nextId),
  "applyRules, what is there": (text) => applyRules(aSite(dense(text)), "a{b:c;d:e}", "add", importing.nextId),
  "applyCss, rules in what is long": byLength((text) =>
    applyCss(aSheet(crowded(text)), crowded(text, "a{b:d}"), importing.nextId),
  ),
  "applyRules, rules in what is long, some of them known": byLength((text) =>
    applyRules(aSite(crowded(text)), crowded(text, "e{f:g}"), "merge", importing.nextId),
  ),
  "the cascade, its sheet": (text) => cascadeOf([aSheet(dense(text))], { width: 800 }),
  "the cascade, rules in what is long": byLength((text) => cascadeOf([aSheet(crowded(text))], { width: 800 })),
  "the cascade, rules in many layers": byLength((text) =>
    cascadeOf([aSheet(crowded(text, "", "@layer a.a"))], { width: 800 }),
  ),
  "the cascade, rules in a long selector": byLength((text) =>
    cascadeOf([aSheet(crowded(text, "", ".a,"))], { width: 800 }),
  ),
  classesOf,
  readSelectors: (text) => [readSelectors(text), readSelectors(dense(text))],
  "holdsAt, a media query": (text) => [holdsAt(text, 800), holdsAt(dense(text), 800)],
  readFaces,
  whyTooNested,
  "whyTooNested, in a rule": (text) => whyTooNested(`a{${text}`),
  rewriteCss: (text) => rewriteCss(dense(text), "a/b.css", inSite),
  "rewriteCss, in a function that loads": (text) => rewriteCss(`a{b:image-set(${dense(text)}`, "a/b.css", inSite),
  "rewriteNode, an address": (text) => rewriteWith("src", text),
  "rewriteNode, a set of addresses": (text) => rewriteWith("srcset", dense(text)),
  "rewriteNode, a style": (text) => rewriteWith("title", "", dense(text)),
  // The address that nobody can read is one more that is left as it is.
  withImports: (text) => withImports(`@import "%ff";${dense(text)}`, "a/b.css", () => "a{b:c}"),
  "withImports, sheets that each name ten": (text) =>
    withImports(tenOf(1), "0", (path) => tenOf(Number(path) + 1), dense(text).length),
  cleanDrawing: (text) => drawing(`<svg>${dense(text)}`),
  "cleanDrawing, what stands before it": (text) => drawing(`${dense(text)}<svg><g/></svg>`),
  "cleanDrawing, its extent": (text) => drawing(`<svg width="1${text.replaceAll('"', "'")}"><g/></svg>`),
  whatItIs: (text) => whatItIs(Buffer.from(text), "a"),
  "whatItIs, its name": (text) => whatItIs(Buffer.from("a"), text),
  fileNameFor: (text) => fileNameFor(text, "png", () => false),
  plainWords,
  "an address as models write it": (text) => addressOf(`a${text}/a`),
  "pastedHtml, a page of another program": (text) => pastedHtml(`<!--StartFragment-->${text}`, ""),
  "pastedHtml, words": (text) => pastedHtml("", text),
  forPeople,
  withStates,
  placeholdersIn,
  replacePlaceholders: (text) => replacePlaceholders(text, ({ name }) => name),
  "secrets in what a check brought back": maskSecrets,
  compilePath,
  // As many parts as an answer of that size has at most, roughly: `{"a":1},` for each.
  "a path over what was answered": (text) => anywhere.find({ list: text.slice(0, text.length / 8).split("") }),
  compilePattern,
  "a pattern over what was answered": (text) => balanced.test(text),
  "cookies of a journey": (text) => new CookieJar().keep(new URL("https://a.example/"), text.split(",")),
  closest: (text) => closest(text, ["strategyId", "intervalSeconds"]),
  oneLine,
  "what a job says to its heartbeat": (text) => readCall("token", { msg: text, value: text }),
  mailPlace,
  webPlace,
  httpOutcome: (text) => httpOutcome("a.example", { status: 500, text, retryAfterSeconds: null, redirected: false }),
  "a message to Slack": (text) =>
    void slack.send(
      { key: "k", cause: null, subject: text, lines: [text], link: null, at: "", facts: {} },
      { address: "https://a.example/", secret: null },
      postbox,
    ),
  classesIn,
  checkText: (text) => answerOf(() => checkText(text, "a text")),
  // Three texts are read, and cutting them into words takes most of the time.
  mergeText: (text) => {
    const base = text.slice(0, text.length / 8)
    return mergeText({ base, mine: `${base}a`, theirs: base.split("").reverse().join(""), language: "en" })
  },
  endsRawText: (text) => endsRawText("style", text),
  "render, a page": renderPage,
  "tokens of a page": (text) => partsOf(`{page.${text}{page.title}`),
  holdsToken,
  meaningOf: (text) => meaningOf("html", "a", text),
  parseJson: (text) => answerOf(() => parseJson(text)),
  "parseJson, within a text": (text) => answerOf(() => parseJson(JSON.stringify(text))),
  readCookie: (text) => readCookie({ headers: { get: () => text } } as never, "countersign.session"),
  "addresses that a proxy names": (text) => peerAddress("127.0.0.1", text),
  neighbourhoodOf,
  parseBlock,
  parseAllowList: (text) => answerOf(() => parseAllowList(dense(text))),
  plainHost,
  isLoopback,
  isRedirectUri: (text) => isRedirectUri(text, { ownSchemes: true }),
  "matchesRedirectUri, an app on this computer": (text) =>
    matchesRedirectUri(["http://127.0.0.1/back"], `http://127.0.0.1:${text}`),
  describeTarget: (text) => answerOf(() => describeTarget(text)),
  plainName: (text) => plainName(dense(text)),
  demandGoodPassword: (text) => answerOf(() => demandGoodPassword(text, "ana@example.test")),
  containsWords: (text) => containsWords(sql`a`, dense(text)),
  byCloseness: (text) => byCloseness(dense(text), { name: sql`a` }),
  textConditions: (text) => textConditions(dense(text)),
  ruleInWords: (text) => answerOf(() => ruleInWords(dense(text))),
  pricingKey,
  digest,
  estimateText,
  breadcrumb: (text) => breadcrumb("a.list", text),
  "breadcrumb, an answer": (text) => breadcrumb("a.list", JSON.stringify({ items: [text] })),
  buildDecisionNote: (text) =>
    buildDecisionNote(
      [{ toolName: "a", summary: text, status: "declined", signer: text, reason: text, problem: text }],
      "abcdef123456",
    ),
  demandOffsets: (text) => answerOf(() => demandOffsets("a.create", DATED, { at: text })),
  writeCalendar: (text) =>
    writeCalendar(text, [
      {
        uid: "a",
        sequence: 0,
        title: text,
        description: text,
        url: null,
        startsAt: AN_INSTANT,
        endsAt: AN_INSTANT,
        changedAt: AN_INSTANT,
        cancelled: false,
      },
    ]),
  excerpt,
  readAmount,
  hasHiddenOnPage,
  initialsOf: (text) => initialsOf(dense(text)),
  "closest, on a page": (text) => closestOnPage([{ name: text, tags: text, rest: text }], text, (item) => item),
  asProbeError: (text) => asProbeError(new Error(text), "a.example"),
  mayGo: (text) => mayGo({ hosts: ["*.a.example"] }, text),
  carriedIn: (text) => carriedIn([text], { TOKEN: "hunter-of-secrets" }),
  "frames of a provider": (text) => {
    const frames = new SseScanner()
    for (const chunk of chunksIn(text)) frames.push(chunk, () => false)
    return frames.end(() => false)
  },
  "an answer of a provider": (text) => answerOf(() => new AnswerReader(told).read(Buffer.from(text))),
  "headers of a provider": (text) =>
    answerOf(() => {
      const reader = new AnswerReader(told)
      for (const chunk of chunksIn(`HTTP/1.1 200 OK\r\na: ${text}`)) reader.read(chunk)
    }),
}

function tenOf(path: number): string {
  return `@import "${path}";`.repeat(10)
}

/** As a network cuts it. */
function chunksIn(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
    bytes.subarray(at * 1_000, (at + 1) * 1_000),
  )
}

/**
 * They take no mebibyte: an import is refused with a sentence, Markdown is shown as it was written. Told only that much,
 * the suite would measure refusals, so each is also given the longest text that it does take.
 */
export const REFUSING: Record<string, (text: string) => string> = {
  Markdown: (text) => {
    let length = 256
    const longer = () => Math.min(LONGEST_MARKDOWN, Math.ceil(length * 1.1))
    while (length < LONGEST_MARKDOWN && !isTooMuchMarkdown(text.slice(0, longer()))) length = longer()
    return text.slice(0, length)
  },
  parseCsv: (text) => `name,tags\n${text}`.slice(0, LONGEST_IMPORT),
  parseYaml: (text) => `systems:\n${text}`.slice(0, LONGEST_IMPORT),
}
