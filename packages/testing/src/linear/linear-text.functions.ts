import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { buildDocsIndex } from "../../../../plugins/ai/src/docs/docs-index.ts"
import { createDocsSearch } from "../../../../plugins/ai/src/docs/search-docs.ts"
import { snippetFor } from "../../../../plugins/ai/src/docs/snippet.ts"
import { wordsThatMatter } from "../../../../plugins/ai/src/docs/words.ts"
import { LONGEST_IMPORT } from "../../../../plugins/catalog/src/contract/transfer.ts"
import { parseCsv } from "../../../../plugins/catalog/src/server/transfer/import/parse-csv.ts"
import { parseYaml } from "../../../../plugins/catalog/src/server/transfer/import/parse-yaml.ts"
import { cleanJson, cleanText } from "../../../core/src/chat/border/clean-text.ts"
import { hideKey } from "../../../core/src/chat/border/hide-key.ts"
import { namedDestinations } from "../../../core/src/chat/border/named-destinations.ts"
import { scrubBlocks } from "../../../core/src/chat/border/scrub.ts"
import { isWritten } from "../../../core/src/chat/border/written-address.ts"
import { quoteData } from "../../../core/src/chat/prompt/quote-data.ts"
import { readSummary } from "../../../core/src/chat/prompt/summary-prompt.ts"
import { parseClassifierVerdict } from "../../../core/src/chat/turn/classifier.ts"
import { deriveHeuristicTitle, sanitizeGeneratedTitle } from "../../../core/src/chat/turn/title.ts"
import { hasHidden } from "../../../core/src/contract/text/hidden-characters.ts"
import { wordsForPeople } from "../../../core/src/http/words-for-people.ts"
import { createLog } from "../../../core/src/log.ts"
import { yamlEntries } from "../../../core/src/proposals/card-yaml.ts"
import { labelOf } from "../../../core/src/proposals/field-diff.ts"
import { createMask, maskedJson } from "../../../core/src/secrets/mask/mask.ts"
import { linkNames } from "../../../ui/src/chat/link-names.ts"
import { settleTail, splitMarkdown } from "../../../ui/src/chat/split-markdown.ts"
import { listDiff } from "../../../ui/src/tables/list-diff.ts"
import { shortenParts } from "../../../ui/src/tables/shorten-parts.ts"
import { wordDiff } from "../../../ui/src/tables/word-diff.ts"
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

/** As many as a page knows, and alike as long as a name may be. */
const NAMED = new Map(Array.from({ length: 300 }, (_, n) => [`${"a ".repeat(90)}${n}`, "/a"]))

/** Every function that text from outside passes. One that is added to the product is a row here. */
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
