import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { buildDocsIndex } from "../../../plugins/ai/src/docs/docs-index.ts"
import { createDocsRanker } from "../../../plugins/ai/src/docs/rank-docs.ts"
import { snippetFor } from "../../../plugins/ai/src/docs/snippet.ts"
import { tokenize } from "../../../plugins/ai/src/docs/tokenize.ts"
import { LONGEST_IMPORT } from "../../../plugins/catalog/src/contract/transfer.ts"
import { parseCsv } from "../../../plugins/catalog/src/server/import/parse-csv.ts"
import { parseYaml } from "../../../plugins/catalog/src/server/import/parse-yaml.ts"
import { parseClassifierVerdict } from "../../core/src/chat/classifier.ts"
import { cleanJson, cleanText } from "../../core/src/chat/clean-text.ts"
import { hideKey } from "../../core/src/chat/hide-key.ts"
import { namedDestinations } from "../../core/src/chat/named-destinations.ts"
import { quoteData } from "../../core/src/chat/quote-data.ts"
import { scrubBlocks } from "../../core/src/chat/scrub.ts"
import { readSummary } from "../../core/src/chat/summary-prompt.ts"
import { deriveHeuristicTitle, sanitizeGeneratedTitle } from "../../core/src/chat/title.ts"
import { isWritten } from "../../core/src/chat/written-address.ts"
import { createLog } from "../../core/src/log.ts"
import { labelOf } from "../../core/src/proposals/field-diff.ts"
import { createMask, maskedJson } from "../../core/src/secrets/mask/mask.ts"
import { settleTail, splitMarkdown } from "../../ui/src/chat/split-markdown.ts"
import { listDiff } from "../../ui/src/list-diff.ts"
import { Markdown } from "../../ui/src/Markdown.tsx"
import { isTooMuchMarkdown, LONGEST_MARKDOWN } from "../../ui/src/markdown-limits.ts"
import { shortenParts } from "../../ui/src/shorten-parts.ts"
import { wordDiff } from "../../ui/src/word-diff.ts"

const { mask, stream, remember } = createMask()
for (let n = 0; n < 200; n += 1) remember(`sk-ant-api03-${n.toString(36).padStart(6, "0")}abcDEF123456`)
const log = createLog({ level: "info", format: "json", mask, write: () => {} })
const lines = createLog({ level: "info", format: "pretty", mask, write: () => {} })
const ranker = createDocsRanker(
  buildDocsIndex([{ slug: "a", markdown: "---\ntitle: A\ndescription: A page.\n---\n# A\n\na key to the house" }]),
)

/** Every function that text from outside passes. One that is added to the product is a row here. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
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
  tokenize,
  snippetFor: (text) => snippetFor(text, "key"),
  "search, the question": (text) => ranker.rank(text, 5),
  parseCsv,
  parseYaml,
}

/**
 * They take no mebibyte: an import is refused with a sentence, Markdown is shown as it was written. Told only that much,
 * the suite would measure refusals, so each is also given the longest text that it does take.
 */
const REFUSING: Record<string, (text: string) => string> = {
  Markdown: (text) => {
    let length = 256
    const longer = () => Math.min(LONGEST_MARKDOWN, Math.ceil(length * 1.1))
    while (length < LONGEST_MARKDOWN && !isTooMuchMarkdown(text.slice(0, longer()))) length = longer()
    return text.slice(0, length)
  },
  parseCsv: (text) => `name,tags\n${text}`.slice(0, LONGEST_IMPORT),
  parseYaml: (text) => `systems:\n${text}`.slice(0, LONGEST_IMPORT),
}

const SEEDS = [
  "a-",
  '"',
  "\\",
  "key=",
  "password=",
  "password: ",
  "token: a ",
  "://",
  "@",
  "http://a:",
  "://a:b@",
  "-----BEGIN ",
  "-----BEGIN PRIVATE KEY-----\n",
  "[",
  "{",
  "(",
  "![",
  "[a](",
  "`",
  "``` ",
  "*",
  "**a",
  "_",
  "a_",
  "|",
  "|a",
  "|-|\n",
  "\n",
  "\r\n",
  " ",
  "\t",
  " \n",
  "sk-",
  "sk-ant-",
  "hf_",
  "eyJ-",
  "eyJaaaaaaaaaaaa.",
  "Bearer ",
  "basic a",
  "--password ",
  "curl -u a:",
  " -u ",
  "<password>",
  "authorization: ",
  "cookie: a=b;",
  '\\"password\\":\\"',
  "password='",
  'password="""',
  "A1b2_",
  "SG.",
  "x-api-key: ",
  "API_KEY_",
  "passwordA1",
  "TOKEN_GITHUB=a1b2c3d4e5f6",
  "name: password\n value: ",
  "a=a,value:",
  "define('password',",
  '<a name="password">',
  "ENV API_KEY ",
  "password:** ",
  "password:\n",
  "password:\\n",
  "API key: ",
  "|password|",
  "| a | password |\n",
  " -p",
  "docker login -p ",
  "password=a&",
  "password='a''",
  "password='a'\\''",
  '"#token=",',
  "hooks.slack.com/services/",
  "<",
  "<a ",
  "< ",
  "</data",
  "&",
  "&amp;",
  "#",
  "# ",
  "> ",
  "- ",
  "1. ",
  "a: ",
  "- a\n",
  "a: {",
  "&a ",
  "*a ",
  "!!",
  "!",
  "?",
  ".",
  "a.",
  "a.a@",
  "'",
  "','",
  ";",
  "~",
  "~~~\n",
  "ü",
  "e\u0301",
  "\ud83d",
  "🚒",
  "a",
  "aB",
  "summary:\n",
  "NOT OFF ",
  "title: ",
  "www.",
  "https://",
  "\u0000",
  "- - - - - - - - - - - - a\n",
  "> - > - > - > - > - a\n",
  "1. > - a\n",
  "- a\n\n",
  "- a\n  - a\n    - a\n",
  "-\n",
  "|\n",
  "a,b\n",
  "a;",
  '"a\nb",',
  '""',
  "- [a,a]\n",
  "- {a: a}\n",
  "- name: a\n",
  "- *a\n",
  "!x ",
  "? a\n",
  "---\n",
  "-_.",
  "*_",
  "~a",
  "a@a.b ",
  "www.a ",
  "[^a]",
  "[^a]: ",
  "a\n=\n",
] as const

/** One sign, and then only this to the end: what is looked for behind it never comes. */
const HEADS = ["<", "[", '"', "password=", "password: '", "-----BEGIN PRIVATE KEY-----\n", "http://a:", "`", "***"]
const FILLS = [" ", "a", "\n", "-", "a1B_"]

function hostileTexts(length: number): [name: string, text: string][] {
  const filled = (fill: string) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)
  return [
    ...SEEDS.map((seed): [string, string] => [JSON.stringify(seed), filled(seed)]),
    ...HEADS.flatMap((head) =>
      FILLS.map((fill): [string, string] => [JSON.stringify([head, fill]), `${head}${filled(fill)}!`]),
    ),
  ]
}

/** Whether each is done with so many characters of hostile text in so many milliseconds of processor time. */
export function describeLinearText(size: number, limitMs: number): void {
  describe("every function that text from outside passes", () => {
    it.each(Object.keys(FUNCTIONS))(
      `is done with ${size / 1024} KiB of hostile text within ${limitMs} ms: %s`,
      (name) => {
        const run = FUNCTIONS[name]!
        const slow: string[] = []
        const toTaken = REFUSING[name]
        for (const [what, text] of hostileTexts(toTaken ? 1024 * 1024 : size))
          for (const given of toTaken ? [text, portion(toTaken(text), size)] : [text]) {
            const took = fastest(() => run(given), limitMs)
            if (took > limitMs && took > limitMs * slowness())
              slow.push(`${what}, ${given.length} characters, ${Math.round(took)} ms`)
          }
        expect(slow).toEqual([])
      },
    )
  })
}

/** The whole of it in the long form, an eighth in the short one. */
function portion(text: string, size: number): string {
  return size < 1024 * 1024 ? text.slice(0, Math.ceil(text.length / 8)) : text
}

/** The best of three, unless it is good enough: the first reading also pays for the compiler. */
function fastest(run: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && best > enough; round += 1) best = Math.min(best, processorMs(run))
  return best
}

function processorMs(run: () => unknown): number {
  const since = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** How much longer than a nanosecond this machine takes to read a character: two who share a core take twice its time each. */
function slowness(): number {
  const text = "a1-".repeat(1 << 18)
  const ms = Math.min(...[1, 2, 3].map(() => processorMs(() => readEach(text))))
  return Math.max(1, (ms * 1e6) / (16 * text.length))
}

function readEach(text: string): number {
  let sum = 0
  for (let round = 0; round < 16; round += 1)
    for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0
  return sum
}
