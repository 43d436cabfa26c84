/** What is open in the editor, as a model is told of it before a turn. */
import type { QuotedThing } from "@countersign/core/server"
import type { EditorFacts } from "../../../contract/editor-facts.ts"
import { type DocumentRef, keyOf, type Site, type SiteDocument } from "../../../document.ts"
import { FACTS_OF_ALL, wordsOf } from "../../whose-words.ts"
import { listTokens } from "../read/list-tokens.ts"

export interface Listed extends DocumentRef {
  readonly title: string
}

export interface OpenPage {
  /** Ids and numbers: nobody's words. */
  readonly about: string
  /** What people called pages and tokens, and on what these words stand. */
  readonly names: string
  readonly quotes: readonly QuotedThing[]
}

const MOST_DOCUMENTS = 60
/** Of the names of documents, and of those of tokens: they come with every message. */
const MOST_BYTES = 2_000

/** Null where the document is gone: then there is nothing to tell. */
export function describeOpenPage(
  site: Site,
  { documents, whole }: { documents: readonly Listed[]; whole: boolean },
  open: Pick<EditorFacts, "document" | "selectedNodeIds" | "breakpointId">,
): OpenPage | null {
  const document = site.documents.get(open.document)
  if (!document) return null
  const tokens = tokensOf(site)
  const told = withinBytes(documents.slice(0, MOST_DOCUMENTS).map((one) => [one, documentWords(site, one)] as const))
  const more = documents.length - told.length
  const others = more > 0 || !whole ? [`${whole ? "" : "at least "}${more} more, which listDocuments tells`] : []
  const list = [...told.map(([, words]) => words), ...others]
  return {
    about: [
      `${open.document} is open in the editor: root ${document.contentNodeId}${widthOf(site, open.breakpointId)}.`,
      selectedWords(document, open.selectedNodeIds),
      `Breakpoints: ${site.facts.breakpoints.map(({ id, width }) => `${id}@${width}px`).join(", ")}.`,
      ...(tokens === "" ? ["There are no tokens yet: no design system. Set some before you build."] : []),
      'readDocument, inspectCodeRuntime and renderSnapshot are about the open document where they are given none. "This" and "here" probably mean what is selected, or the open document.',
    ].join("\n"),
    names: [`Documents: ${list.join(", ")}.`, ...(tokens === "" ? [] : [`Tokens: ${tokens}.`])].join("\n"),
    quotes: [
      ...told.map(([{ type, id, title }]) => ({ ...wordsOf({ type, id }), name: title })),
      ...(tokens === "" ? [] : [FACTS_OF_ALL]),
    ],
  }
}

function widthOf({ facts: { breakpoints } }: Site, id: string | null): string {
  const shown = breakpoints.find((one) => one.id === id)
  return shown ? `, shown at ${shown.id} (${shown.width} px)` : ""
}

/** What the tab has selected and the server does not know is gone. */
function selectedWords({ nodes }: SiteDocument, ids: readonly string[]): string {
  const selected = ids.flatMap((id) => {
    const node = nodes.get(id)
    if (!node) return []
    // A name of an element that somebody made up is words of theirs.
    const what = node.kind !== "element" ? node.kind : /^[a-z]+[1-6]?$/.test(node.tag) ? node.tag : "element"
    return [`${id} (${what})`]
  })
  return selected.length === 0 ? "Nothing is selected." : `Selected: ${selected.join(", ")}.`
}

function documentWords({ facts }: Site, { type, id, title }: Listed): string {
  const name = `${keyOf({ type, id })}=${JSON.stringify(title.length > 80 ? `${title.slice(0, 79).toWellFormed()}…` : title)}`
  if (type === "page") {
    const address = facts.pages[id]?.address
    return `${name} (${address === undefined ? "no address" : address === "" ? "home page" : `/${address}`})`
  }
  const target = type === "template" ? facts.templates[id]?.target : undefined
  if (target?.type === "everywhere") return `${name} (around every page)`
  return target?.type === "notFound" ? `${name} (where there is no page)` : name
}

/** The names of variables, with the values of colours; scales and fonts by their variables alone. */
function tokensOf(site: Site): string {
  const tokens = listTokens(site, {})
  const all = FAMILIES.flatMap(([family, noun]) =>
    (tokens[family] ?? []).map(({ name, value, variables: [variable = name] }) => {
      const words = family === "colors" ? `${variable}=${value}` : variable
      return [noun, words] as const
    }),
  )
  const told = withinBytes(all)
  const families = [...Map.groupBy(told, ([noun]) => noun)].map(
    ([noun, names]) => `${noun} ${names.map(([, words]) => words).join(", ")}`,
  )
  return [
    ...families,
    ...(told.length < all.length ? [`${all.length - told.length} more, which listTokens tells`] : []),
  ].join("; ")
}

const FAMILIES = [
  ["colors", "colours"],
  ["typography", "texts"],
  ["spacing", "distances"],
  ["fonts", "fonts"],
] as const

/** As many as fit from the first on. */
function withinBytes<Of>(entries: readonly (readonly [Of, string])[]): (readonly [Of, string])[] {
  let bytes = 0
  const over = entries.findIndex(([, words]) => {
    bytes += Buffer.byteLength(words)
    return bytes > MOST_BYTES
  })
  return over === -1 ? [...entries] : entries.slice(0, over)
}
