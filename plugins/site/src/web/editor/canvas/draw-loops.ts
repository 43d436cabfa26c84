/**
 * Loops in the frame: the nodes of the page stand for the first row, the rows behind it are drawn as copies that are no nodes, and what
 * visitors do not see as things stand is hidden, unless somebody selected it.
 */
import { cleanElement, type ElementNode, type NodeId, type SiteDocument, USE } from "../../../document.ts"
import { wayTo } from "../store/tree.ts"
import type { FillIn } from "./fill-in.ts"
import {
  askedBy,
  type Entry,
  entryAround,
  isConditional,
  isWantedBy,
  keyOfAsked,
  LOOP,
  type LoopAsked,
  type LoopRows,
  type Row,
  repeatedIn,
  unseenIn,
} from "./loops.ts"
import { drawPart, givenBy, type PartsContext, wayFrom } from "./parts.ts"

export interface Loops {
  /** A node that is drawn, or drawn anew. */
  note(node: ElementNode): void
  /** What `{currentEntry.…}` is about at a node. */
  entryAt(document: SiteDocument, id: NodeId): Entry | null
  /** `changed`: nodes that are otherwise than before; null says all. */
  draw(document: SiteDocument, changed: Iterable<NodeId> | null): void
  setRows(asked: LoopAsked, rows: LoopRows): void
  onRows(ask: (asked: LoopAsked) => void): void
  /** Of these nothing is hidden. */
  reveal(ids: readonly NodeId[]): void
  /** In this element there are only nodes: somebody writes there. */
  keepOut(host: NodeId | null): void
}

interface LoopsContext extends PartsContext {
  readonly view: Window & typeof globalThis
  /** Behind the sheets of the site. */
  addSheet(sheet: CSSStyleSheet): void
  elementOf(id: NodeId): Element | null
  filling(): FillIn | null
}

export function createLoops(context: LoopsContext): Loops {
  const sheet = new context.view.CSSStyleSheet()
  context.addSheet(sheet)
  const known = new Map<string, LoopRows>()
  const asked = new Set<string>()
  const loops = new Set<NodeId>()
  const conditional = new Set<NodeId>()
  const copies = new Map<NodeId, readonly Node[]>()
  let ask: ((asked: LoopAsked) => void) | null = null
  let revealed: readonly NodeId[] = []
  let host: NodeId | null = null
  let hidden = ""
  let last: SiteDocument | null = null

  function rowsOf(loop: ElementNode): LoopRows | null {
    const wanted = askedBy(loop)
    if (!wanted) return null
    const key = keyOfAsked(wanted)
    if (!known.has(key) && !asked.has(key) && ask) {
      asked.add(key)
      ask(wanted)
    }
    return known.get(key) ?? null
  }

  function nodesOf(document: SiteDocument, ids: Set<NodeId>): ElementNode[] {
    return [...ids].flatMap((id) => {
      const node = document.nodes.get(id)
      if (node?.kind === "element") return [node]
      ids.delete(id)
      return []
    })
  }

  function hide(document: SiteDocument): void {
    const kept = new Set(revealed.flatMap((id) => pathTo(document, id)))
    const unseen = nodesOf(document, loops).flatMap((loop) => {
      const rows = rowsOf(loop)
      return rows ? unseenIn(document, loop, rows) : []
    })
    for (const node of nodesOf(document, conditional)) {
      const entry = entryAround(document, node.id, rowsOf)
      if (entry && !isWantedBy(node, entry)) unseen.push(node.id)
    }
    const names = unseen.filter((id) => !kept.has(id)).map((id) => `[data-uid="${context.view.CSS.escape(id)}"]`)
    const css = names.length === 0 ? "" : `${names.join(", ")} { display: none !important }`
    if (css !== hidden) sheet.replaceSync(css)
    hidden = css
  }

  function drawCopies(document: SiteDocument, isTouched: (holder: NodeId) => boolean): void {
    const held = new Set<NodeId>()
    for (const loop of nodesOf(document, loops)) {
      const rows = rowsOf(loop)
      for (const { holder, ids } of repeatedIn(document, loop)) {
        const element = context.elementOf(holder.id)
        if (!element || !rows || rows.rows.length < 2 || pathTo(document, holder.id).includes(host ?? "")) continue
        held.add(holder.id)
        const there = copies.get(holder.id)
        if (there && !isTouched(holder.id) && (there.length === 0 || there[0]!.parentNode === element)) continue
        for (const node of there ?? []) node.parentNode?.removeChild(node)
        const made = rows.rows.slice(1).flatMap((row) => copyOf(document, ids, { row, instants: rows.instants }))
        const last = ids.findLast((id) => context.elementOf(id)?.parentNode === element)
        const behind = last === undefined ? null : (context.elementOf(last)?.nextSibling ?? null)
        for (const node of made) element.insertBefore(node, behind)
        copies.set(holder.id, made)
      }
    }
    for (const [id, nodes] of copies) {
      if (held.has(id)) continue
      for (const node of nodes) node.parentNode?.removeChild(node)
      copies.delete(id)
    }
  }

  function copyOf(document: SiteDocument, ids: readonly NodeId[], entry: Entry): Node[] {
    const filling = context.filling()
    if (!filling) return []
    const drawOne = (id: NodeId): Node[] => {
      const node = document.nodes.get(id)
      if (!node || node.hidden || node.kind === "comment") return []
      if (node.kind === "text") return [context.page.createTextNode(filling.words(node.text, entry))]
      // The rows of a loop in a loop are asked for by each row: only the first shows them.
      if (!context.isDrawn(node.tag) || node.tag === LOOP || !isWantedBy(node, entry)) return []
      const cleaned = cleanElement(withEntry(node, filling, entry), context.policy())
      if ("drop" in cleaned) return []
      const element = context.createElement({ ...node, ...cleaned.shape })
      const used = () => {
        const given = givenBy(document, node, (given) => given.flatMap(drawOne))
        return drawPart(node, context, { given, filling, entry, way: wayFrom(document) })
      }
      element.append(...(node.tag === USE ? used() : node.children.flatMap(drawOne)))
      return [element]
    }
    return ids.flatMap(drawOne)
  }

  return {
    note(node) {
      if (node.tag === LOOP) loops.add(node.id)
      if (isConditional(node)) conditional.add(node.id)
    },
    entryAt: (document, id) => (loops.size === 0 ? null : entryAround(document, id, rowsOf)),
    draw(document, changed) {
      last = document
      if (loops.size === 0 && copies.size === 0) return
      hide(document)
      const touched = changed && new Set([...changed].flatMap((id) => pathTo(document, id)))
      drawCopies(document, (holder) => touched === null || touched.has(holder))
    },
    setRows(wanted, rows) {
      known.set(keyOfAsked(wanted), rows)
    },
    onRows(asks) {
      ask = asks
      if (last) for (const loop of nodesOf(last, loops)) rowsOf(loop)
    },
    reveal(ids) {
      revealed = ids
      if (last && loops.size > 0) hide(last)
    },
    keepOut(next) {
      host = next
      if (last) drawCopies(last, () => false)
    },
  }
}

/** With all that an element says filled in for a row. */
export function withEntry(node: ElementNode, filling: FillIn, entry: Entry | null): ElementNode {
  const attributes = node.attributes.flatMap(([name, value]): [string, string][] => {
    const written = ADDRESSES.has(name) ? filling.address(value, entry) : filling.attribute(value, entry)
    return written === null ? [] : [[name, written]]
  })
  if (!node.classes.some((name) => name.includes("{"))) return { ...node, attributes }
  const { classText: _, ...rest } = node
  const words = filling.attribute(node.classes.join(" "), entry && { ...entry, row: asNames(entry.row) })
  return { ...rest, attributes, classes: words.split(/\s+/).filter(Boolean) }
}

const ADDRESSES: ReadonlySet<string> = new Set(["src", "srcset", "poster", "href", "data", "action"])

/** In a class, what a field says is one name. */
function asNames(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      typeof value === "string" ? value.trim().replace(/\s+/g, "-") : value,
    ]),
  )
}

/** The node itself and all that is around it, up to the content of the page. */
function pathTo(document: SiteDocument, id: NodeId): NodeId[] {
  return wayTo(document, id).map((node) => node.id)
}
