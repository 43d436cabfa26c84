/** Loops of a page as visitors see them: which row stands where, and what is shown only for others. */
import { type ElementNode, type NodeId, readPath, type SiteDocument, type SiteNode } from "../../../document.ts"

export type Row = Readonly<Record<string, string | number | boolean | null>>

export interface LoopRows {
  /** The first of them. */
  readonly rows: readonly Row[]
  readonly total: number
  /** Fields that hold a moment. */
  readonly instants: readonly string[]
}

/** One row, and how its fields are read. */
export interface Entry {
  readonly row: Row
  readonly instants: readonly string[]
}

/** What a loop asks for, as its element says it. */
export interface LoopAsked {
  readonly source: string
  readonly table?: string
  readonly filter?: string
  readonly orderBy?: string
  readonly direction?: string
  readonly offset?: string
  readonly limit?: string
}

export const LOOP = "cs-loop"
export const EACH = "cs-each"

/** Null where it names no source, or depends on what stands around it. */
export function askedBy({ attributes }: ElementNode): LoopAsked | null {
  const said = new Map(attributes)
  const source = said.get("data-source")?.trim()
  if (!source || ASKED.some(([name]) => said.get(name)?.includes("{"))) return null
  return {
    source,
    ...Object.fromEntries(
      ASKED.flatMap(([name, field]) => {
        const value = said.get(name)?.trim()
        return value ? [[field, value]] : []
      }),
    ),
  }
}
const ASKED = [
  ["data-table", "table"],
  ["data-filter", "filter"],
  ["data-order-by", "orderBy"],
  ["data-direction", "direction"],
  ["data-offset", "offset"],
  ["data-limit", "limit"],
] as const

export function keyOfAsked(asked: LoopAsked): string {
  return JSON.stringify(asked)
}

export type RowsOf = (loop: ElementNode) => LoopRows | null

/** What is repeated for each row: in the parts that say so, or all of the loop but what is for no rows and for pages. */
export interface Repeated {
  readonly holder: ElementNode
  readonly ids: readonly NodeId[]
}

export function repeatedIn(document: SiteDocument, loop: ElementNode): readonly Repeated[] {
  const each = eachIn(document, loop)
  if (each.length > 0) return each.map((holder) => ({ holder, ids: holder.children }))
  return [{ holder: loop, ids: loop.children.filter((id) => !isApart(document.nodes.get(id))) }]
}

/** A document does not change: each of its loops is looked through once. */
const looked = new WeakMap<SiteDocument, Map<NodeId, readonly ElementNode[]>>()

function eachIn(document: SiteDocument, loop: ElementNode): readonly ElementNode[] {
  const loops = looked.get(document) ?? new Map<NodeId, readonly ElementNode[]>()
  looked.set(document, loops)
  const known = loops.get(loop.id) ?? lookForEach(document, loop)
  loops.set(loop.id, known)
  return known
}

function lookForEach(document: SiteDocument, loop: ElementNode): ElementNode[] {
  const found: ElementNode[] = []
  const waiting = loop.children.filter((id) => !isApart(document.nodes.get(id)))
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const node = document.nodes.get(id)
    if (node?.kind !== "element") continue
    if (node.tag === EACH) found.push(node)
    else if (node.tag !== LOOP) waiting.push(...node.children)
  }
  return found
}

function isApart(node: SiteNode | undefined): boolean {
  return node?.kind === "element" && (node.tag === "cs-empty" || node.tag === "cs-pages")
}

/** The first row of the loop that repeats this node; null where none does, or nobody knows its rows. */
export function entryAround(document: SiteDocument, id: NodeId, rowsOf: RowsOf): Entry | null {
  let inEach = false
  let apart = false
  for (let at: NodeId | null = document.nodes.get(id)?.parent ?? null, below = id; at !== null; ) {
    const node: SiteNode | undefined = document.nodes.get(at)
    if (node?.kind !== "element") return null
    apart = isApart(document.nodes.get(below)) || apart
    if (node.tag === EACH) inEach = true
    if (node.tag === LOOP) {
      const known = !apart && (inEach || eachIn(document, node).length === 0) ? rowsOf(node) : null
      const [row] = known?.rows ?? []
      if (known && row) return { row, instants: known.instants }
      inEach = false
      apart = false
    }
    below = at
    at = node.parent
  }
  return null
}

/** Elements that visitors do not see as things stand: the part for no rows where there are some, and the other way round. */
export function unseenIn(document: SiteDocument, loop: ElementNode, { rows, total }: LoopRows): NodeId[] {
  const size = Number(loop.attributes.find(([name]) => name === "data-page-size")?.[1] ?? Number.NaN)
  return loop.children.filter((id) => {
    const child = document.nodes.get(id)
    if (child?.kind !== "element") return false
    if (child.tag === "cs-empty") return rows.length > 0
    if (child.tag === "cs-pages") return !(total > size)
    return rows.length === 0
  })
}

/** Whether `data-cs-if` and `data-cs-unless` of an element hold for a row; true where they are about something else. */
export function isWantedBy({ attributes }: ElementNode, entry: Entry): boolean {
  return attributes.every(([name, path]) => {
    if (name !== "data-cs-if" && name !== "data-cs-unless") return true
    const token = readPath(path)
    if (token?.scope !== "currentEntry") return true
    return isThere(entry.row[token.field]) === (name === "data-cs-if")
  })
}

function isThere(value: Row[string] | undefined): boolean {
  return value === true || (typeof value !== "boolean" && String(value ?? "").trim() !== "")
}

export function isConditional({ attributes }: ElementNode): boolean {
  return attributes.some(([name]) => name === "data-cs-if" || name === "data-cs-unless")
}
