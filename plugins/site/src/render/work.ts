/** What one rendering has at hand and what it finds on its way: bounds, problems, what the page rests on. */
import type { SafetyPolicy } from "../document/safety/policy.ts"
import type { Token } from "../document/tokens/read-tokens.ts"
import type { DocumentRef, SiteDocument, SiteNode } from "../document/tree/node.ts"
import { keyOf } from "../document/tree/node.ts"
import { keyOfQuery, type LoopQuery, type RowsPage, type SourceWords } from "./loops/loop-source.ts"
import type { PictureFacts } from "./media/picture-attributes.ts"
import type { Names, Values } from "./tokens/values.ts"

export const RENDER_LIMITS = {
  /** Of one page, rows of its loops and parts of its components included. */
  nodes: 200_000,
  /** Of text and attributes of one page. */
  characters: 16_000_000,
  /** Components, loops, slots and templates in each other. */
  nested: 32,
  /**
   * Elements in each other while they are looked at, those included that leave no trace in the page. A stack of V8 holds
   * four times as many.
   */
  levels: 700,
  /** Reads of rows for one page: a loop in a loop asks once for each row. */
  queries: 500,
  rowsOfLoop: 1_000,
  pages: 1_000,
  problems: 100,
} as const

/** Which of the two guards of what comes from rows is switched off. Only tests do so. */
export type RenderLayer = "tokens" | "sanitiser"

export interface RenderInput {
  /** Outermost first: templates, and last the page, or the template of an entry. */
  readonly layers: readonly SiteDocument[]
  readonly components: { get(id: string): SiteDocument | undefined }
  readonly sources: { get(id: string): SourceWords | undefined }
  /** The rows of a query; undefined where nobody has read them yet. */
  readonly rows: (query: LoopQuery) => RowsPage | undefined
  readonly site: Values
  readonly page: Values
  readonly route: { readonly path: string; readonly pageNumber?: number }
  /** What a template of entries is about. */
  readonly entry?: { readonly source: string; readonly row: Values }
  readonly policy: SafetyPolicy
  /** Of the library, by address. */
  readonly pictures?: { get(address: string): PictureFacts | undefined }
  /** `canvas`: loops, components and outlets stay as elements, and every element says which node it is. */
  readonly target?: "publish" | "canvas"
  /** As it is published, and every element says which node it came from: for whoever measures it. */
  readonly withIds?: boolean
  /** Put at the end of the head: styles, for one. */
  readonly headEnd?: string
  readonly switchedOff?: readonly RenderLayer[]
}

/** What the page rests on: when none of it changed, the page did not. */
export interface Reads {
  /** Pages, templates and components, as `type:id`. */
  readonly documents: readonly string[]
  readonly queries: readonly LoopQuery[]
  /** As `source:id`. */
  readonly rows: readonly string[]
  /** Addresses of the site's own that the page loads. */
  readonly media: readonly string[]
}

/** The page would be larger than anybody can use; nothing of it is kept. */
export class TooMuch extends Error {}

export interface Work {
  readonly input: RenderInput
  readonly forCanvas: boolean
  /** Rendered nodes by a key of their own; each keeps the id of the node it came from. */
  readonly nodes: Map<string, SiteNode>
  /** Which component, loop or template stands around what is looked at now. */
  level: number
  /** Pages of the loop that has any. */
  pageCount: number
  paged: string | null
  readonly live: string[]
  visit(): void
  spend(characters: number): void
  problem(sentence: string): void
  readonly problems: readonly string[]
  readonly wants: Map<string, LoopQuery>
  add(node: SiteNode): string
  rowsOf(query: LoopQuery): RowsPage | undefined
  readsDocument(ref: DocumentRef): void
  readsRow(source: string, row: Values): void
  readsMedia(address: string): void
  reads(): Reads
}

export function beginWork(input: RenderInput): Work {
  const problems = new Set<string>()
  const documents = new Set<string>()
  const queries = new Map<string, LoopQuery>()
  const rows = new Set<string>()
  const media = new Set<string>()
  const wants = new Map<string, LoopQuery>()
  const nodes = new Map<string, SiteNode>()
  let visited = 0
  let characters = 0
  return {
    input,
    forCanvas: input.target === "canvas",
    nodes,
    level: 0,
    pageCount: 1,
    paged: null,
    live: [],
    visit() {
      visited += 1
      if (visited > RENDER_LIMITS.nodes) {
        throw new TooMuch(
          `The page would have more than ${RENDER_LIMITS.nodes} elements and texts. Show fewer rows in its loops, or use pages.`,
        )
      }
    },
    spend(count) {
      characters += count
      if (characters > RENDER_LIMITS.characters) {
        throw new TooMuch(
          `The page would be longer than ${RENDER_LIMITS.characters / 1_000_000} million characters. Show fewer rows in its loops, or shorter fields.`,
        )
      }
    },
    problem(sentence) {
      if (problems.size < RENDER_LIMITS.problems) problems.add(sentence)
    },
    get problems() {
      return [...problems]
    },
    wants,
    add(node) {
      const key = String(nodes.size)
      nodes.set(key, node)
      return key
    },
    rowsOf(query) {
      const key = keyOfQuery(query)
      if (!queries.has(key) && queries.size >= RENDER_LIMITS.queries) {
        throw new TooMuch(
          `The page would read rows ${RENDER_LIMITS.queries} times. A loop inside of a loop reads once for each row: show fewer rows in the outer one.`,
        )
      }
      queries.set(key, query)
      const found = input.rows(query)
      if (!found) wants.set(key, query)
      return found
    },
    readsDocument: (ref) => void documents.add(keyOf(ref)),
    readsRow: (source, row) => void rows.add(`${source}:${String(row.id ?? "")}`),
    readsMedia: (address) => void media.add(address),
    reads: () => ({
      documents: [...documents],
      queries: [...queries.values()],
      rows: [...rows],
      media: [...media],
    }),
  }
}

/** The value that a token names, and what it is; what is missing is told once. */
export function lookUp(work: Work, names: Names, token: Token): { value: unknown; type: string } {
  const known = names[token.scope]
  if (!known) {
    work.problem(`${token.written} stands where there is none: ${MISSING[token.scope]}`)
    return { value: null, type: "text" }
  }
  if (!Object.hasOwn(known.values, token.field) && !Object.hasOwn(known.types ?? {}, token.field)) {
    const fields = Object.keys(known.types ?? known.values).slice(0, 30)
    const has = fields.length > 0 ? `It has ${fields.join(", ")}.` : "It has no fields."
    work.problem(`${token.written} names no field of ${known.called}. ${has}`)
    return { value: null, type: "text" }
  }
  const value = Object.hasOwn(known.values, token.field) ? known.values[token.field] : null
  return { value, type: known.types?.[token.field] ?? "text" }
}

const MISSING: Readonly<Record<Token["scope"], string>> = {
  currentEntry: "put it into a loop, or into a template of entries.",
  site: "the site has no facts here.",
  page: "there is no page here.",
  route: "there is no address here.",
  params: "only a component has parameters.",
  pages: "put it into the <cs-pages> of a loop that has data-page-size.",
}
