import type { Surroundings } from "../../document/tree/content-model.ts"
import { whyNotIn } from "../../document/tree/content-model.ts"
import type { ElementNode, NodeId, SiteDocument } from "../../document/tree/node.ts"
import type { SourceWords } from "../loops/loop-source.ts"
import { pageAddress } from "../loops/page-address.ts"
import { readLoop } from "../loops/read-loop.ts"
import type { FieldType, Known, Values } from "../tokens/values.ts"
import { RENDER_LIMITS, type Work } from "../work.ts"
import { expandAll, type Frame, nest } from "./expand.ts"

/** The loop around what is looked at: the document it is written in, and its rows for a `<cs-each>`. */
export interface OpenLoop {
  readonly document: SiteDocument
  readonly source: SourceWords
  readonly rows: readonly Values[]
}

/**
 * What it holds once for each row; or, where it holds a `<cs-each>`, once as a whole with that part for each row. Without
 * rows its `<cs-empty>`; its `<cs-pages>` where there are several pages.
 */
export function expandLoop(work: Work, frame: Frame, node: ElementNode, around: Surroundings): string[] {
  const loop = readLoop(work, frame.names, node)
  if (!loop) return []
  const { source, query, pageSize } = loop
  const found = work.rowsOf(query)
  if (!found) return []
  const rows = found.rows.slice(0, query.limit)
  const parts = partsOf(frame.document, node)
  const inside = nest(work, frame, node, { loop: { document: frame.document, source, rows } })
  if (!inside) return []
  const keys: string[] = []
  const push = (more: readonly string[]) => {
    for (const key of more) keys.push(key)
  }
  const paged = pageSize === null ? null : pagesOf(work, node, found.total, pageSize)
  if (rows.length === 0) {
    for (const part of parts.empty) push(expandAll(work, inside, part.children, around))
  } else if (parts.holdsEach) push(expandAll(work, inside, parts.repeated, around))
  else push(expandRows(work, inside, parts.repeated, around))
  if (paged) {
    const names = { ...inside.names, pages: paged }
    for (const part of parts.pages) push(expandAll(work, { ...inside, names }, part.children, around))
  }
  return source.live ? marked(work, node, around, keys) : keys
}

export function expandEach(work: Work, frame: Frame, node: ElementNode, around: Surroundings): string[] {
  if (frame.loop?.document === frame.document) return expandRows(work, frame, node.children, around)
  work.problem(`The <cs-each> ${node.id} stands outside of a loop and was left out. Put it into a <cs-loop>.`)
  return []
}

function expandRows(work: Work, frame: Frame, ids: readonly NodeId[], around: Surroundings): string[] {
  const { source, rows } = frame.loop!
  const keys: string[] = []
  for (const row of rows) {
    work.readsRow(source.id, row)
    const names = { ...frame.names, currentEntry: entryOf(source, row) }
    expandAll(work, { ...frame, names, loop: null }, ids, around, keys)
  }
  return keys
}

const typesOf = new WeakMap<SourceWords, Readonly<Record<string, FieldType>>>()

/** What tokens may say of a row: its fields, whether this one has a value there or not. */
export function entryOf(source: SourceWords, row: Values): Known {
  let types = typesOf.get(source)
  if (!types) {
    types = { id: "text", ...Object.fromEntries(source.fields.map(({ id, type }) => [id, type])) }
    typesOf.set(source, types)
  }
  return { called: source.title, values: row, types }
}

interface LoopParts {
  readonly repeated: readonly NodeId[]
  readonly empty: readonly ElementNode[]
  readonly pages: readonly ElementNode[]
  readonly holdsEach: boolean
}

/**
 * A document does not change, so each of its loops is looked through once, also where it stands in another one. By the loop's
 * node alone it would be remembered wrongly: what changes further down leaves that node as it is.
 */
const knownParts = new WeakMap<SiteDocument, Map<NodeId, LoopParts>>()

function partsOf(document: SiteDocument, loop: ElementNode): LoopParts {
  const loops = knownParts.get(document) ?? new Map<NodeId, LoopParts>()
  knownParts.set(document, loops)
  const known = loops.get(loop.id)
  if (known) return known
  const repeated: NodeId[] = []
  const empty: ElementNode[] = []
  const pages: ElementNode[] = []
  for (const id of loop.children) {
    const child = document.nodes.get(id)
    if (child?.kind === "element" && child.tag === "cs-empty") empty.push(child)
    else if (child?.kind === "element" && child.tag === "cs-pages") pages.push(child)
    else repeated.push(id)
  }
  const parts = { repeated, empty, pages, holdsEach: holdsEach(document, repeated) }
  loops.set(loop.id, parts)
  return parts
}

function holdsEach(document: SiteDocument, ids: readonly NodeId[]): boolean {
  const waiting = [...ids]
  const seen = new Set<NodeId>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = document.nodes.get(id)
    if (node?.kind !== "element" || seen.has(id)) continue
    seen.add(id)
    if (node.tag === "cs-each") return true
    if (node.tag !== "cs-loop") for (const child of node.children) waiting.push(child)
  }
  return false
}

/** Null where one page holds all of it. */
function pagesOf(work: Work, node: ElementNode, total: number, size: number): Known | null {
  const path = work.input.route.path
  if (work.paged !== null && work.paged !== node.id) {
    work.problem(`The loop ${node.id} has data-page-size, and so has ${work.paged}. A page has one loop with pages.`)
    return null
  }
  work.paged = node.id
  const needed = Math.max(1, Math.ceil(total / size))
  const count = Math.min(needed, RENDER_LIMITS.pages)
  if (needed > count) {
    work.problem(`The loop ${node.id} would need ${needed} pages, and ${count} is the most. Show more rows on each.`)
  }
  work.pageCount = count
  const current = work.input.route.pageNumber ?? 1
  if (count === 1) return null
  return {
    called: "the pages of a loop",
    values: {
      current,
      total: count,
      previous: current > 1 ? pageAddress(path, current - 1) : null,
      next: current < count ? pageAddress(path, current + 1) : null,
    },
  }
}

/** Comments say where a part that changes begins and ends; they stand wherever a loop does, and change no layout. */
function marked(work: Work, node: ElementNode, around: Surroundings, keys: string[]): string[] {
  const name = `live ${work.live.length}`
  const comment = (text: string) => ({ kind: "comment", id: node.id, text, parent: null }) as const
  if (work.forCanvas || whyNotIn(around, comment(name))) return keys
  work.live.push(node.id)
  return [work.add(comment(name)), ...keys, work.add(comment(`/${name}`))]
}
