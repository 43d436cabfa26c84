/**
 * A document as a tree of the frame: drawn once, then changed node by node by what differs. Nothing is added to it but `data-uid`; which
 * text is which node is remembered here.
 */
import {
  cleanElement,
  componentOf,
  type ElementNode,
  keyOf,
  type NodeId,
  policyOf,
  type SafetyPolicy,
  type Site,
  type SiteDocument,
  type SiteNode,
  slotsGiven,
  USE,
} from "../../../document.ts"
import { STATE_ATTRIBUTES } from "../states/states.ts"
import { createLoops, type Loops, withEntry } from "./draw-loops.ts"
import { type FillIn, fillIn } from "./fill-in.ts"
import type { LoopAsked, LoopRows } from "./loops.ts"
import { drawPart, type PartsContext, wayFrom } from "./parts.ts"
import { createSheets, type Sheets } from "./sheets.ts"
import { NAMESPACES, writeAttribute, writeText } from "./write-nodes.ts"

export interface Drawing {
  readonly page: Document
  /** Makes the frame show this. */
  show(site: Site, document: SiteDocument): void
  /** The element or text of a node; null where it is not drawn. */
  nodeOf(id: NodeId): Node | null
  /** Which node an element or text belongs to: itself, or the nearest around it. */
  idOf(node: Node | null): NodeId | null
  /** While somebody composes letters nothing in the frame may change. `release` catches up. */
  hold(): void
  release(): void
  setFonts: Sheets["setFonts"]
  /** Where visitors find the site; null where nobody has said so. */
  setSiteUrl(url: string | null): void
  /** What a component shows where it is used. */
  setPart(id: string, document: SiteDocument): void
  /** Called once for each component that the page uses and nobody has set. */
  onPart(ask: (id: string) => void): void
  /** What a loop shows: the first row stands in its nodes, the others behind them. */
  setRows(asked: LoopAsked, rows: LoopRows): void
  /** Called once for each question that a loop of the page asks. */
  onRows: Loops["onRows"]
  /** What visitors do not see as things stand is shown all the same where it is among these, or around them. */
  reveal: Loops["reveal"]
  /** In this element words stand as they are written, and not as visitors read them; null is in none. */
  writeOut(host: NodeId | null): void
  /** An element or text that somebody's typing made of itself: it is no node. */
  forget(node: Node): void
}

/** Written by whoever edits text or looks at a state, and not by the document. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set(["contenteditable", "spellcheck", ...STATE_ATTRIBUTES])

/** What would load, redirect or run, or is shown only where scripts are off. Styles come as sheets. */
const NOT_DRAWN: ReadonlySet<string> = new Set(["script", "base", "meta", "link", "noscript", "title"])

export function createDrawing(view: Window & typeof globalThis): Drawing {
  const page = view.document
  const drawn = new Map<NodeId, Node>()
  const ids = new WeakMap<Node, NodeId>()
  const sheets = createSheets(view)
  let shown: SiteDocument | null = null
  let isHeld = false
  let hasNewRows = false
  let waiting: [Site, SiteDocument] | null = null
  let policy: SafetyPolicy
  let filling: FillIn | null = null
  let filledBy: { facts: Site["facts"]; title: string; url: string | null } | null = null
  let siteUrl: string | null = null
  let writtenOut: NodeId | null = null
  let last: [Site, SiteDocument] | null = null
  /** Nodes that name a value of the site or the page. */
  const named = new Set<NodeId>()
  const parts = new Map<string, SiteDocument>()
  /** Uses of components. */
  const uses = new Set<NodeId>()
  /** By use: what was drawn, and between which two places each slot holds what it is given; null where it is given nothing. */
  const filledSlots = new Map<NodeId, FilledSlots>()
  const asked = new Set<string>()
  let ask: ((id: string) => void) | null = null
  const partsContext: PartsContext = {
    page,
    policy: () => policy,
    partOf(id) {
      const known = parts.get(id) ?? last?.[0].documents.get(keyOf({ type: "visualComponent", id }))
      if (!known && id !== "" && !asked.has(id) && ask) {
        asked.add(id)
        ask(id)
      }
      return known ?? null
    },
    fillIn: (params) => fillIn(last![0], last![1], { siteUrl, params }),
    createElement(node) {
      const element = page.createElementNS(NAMESPACES[node.namespace], node.tag)
      for (const [name, value] of node.attributes) writeAttribute(element, name, value)
      if (node.classes.length > 0) writeAttribute(element, "class", node.classText ?? node.classes.join(" "))
      if (node.style !== null) writeAttribute(element, "style", node.style)
      return element
    },
    isDrawn: (tag) => !NOT_DRAWN.has(tag),
  }

  const loops = createLoops({
    ...partsContext,
    view,
    addSheet: sheets.add,
    elementOf: (id) => (drawn.get(id) as Element | undefined) ?? null,
    filling: () => filling,
  })

  /** A component with what its slots are given; what no slot takes is not to be seen, as on the page. */
  function drawUse(document: SiteDocument, node: ElementNode, element: Element, isAnew: boolean): void {
    uses.add(node.id)
    const part = partsContext.partOf(componentOf(node))
    if (!part) {
      filledSlots.delete(node.id)
      arrange(element, drawnOf(document, node.children))
      return
    }
    const groups = slotsGiven(document.nodes, node)
    const before = filledSlots.get(node.id)
    if (!isAnew && before?.part === part && before.attributes === node.attributes && before.isFor(groups)) {
      for (const [slot, ends] of before.slots)
        if (ends) arrange(ends[0].parentNode!, drawnOf(document, groups.get(slot)!), ends)
      return
    }
    const slots = new Map<string, readonly [Text, Text] | null>()
    const given = (slot: string): readonly Node[] | null => {
      const ids = groups.get(slot)
      const known = slots.get(slot)
      if (!ids) slots.set(slot, null)
      if (!ids) return null
      // A slot that stands there twice: the page's own nodes are in the first.
      if (known) return drawnOf(document, ids).map(copied)
      const ends = [page.createTextNode(""), page.createTextNode("")] as const
      slots.set(slot, ends)
      return [ends[0], ...drawnOf(document, ids), ends[1]]
    }
    element.replaceChildren(
      ...drawPart(node, partsContext, {
        given,
        filling,
        entry: loops.entryAt(document, node.id),
        way: wayFrom(document),
      }),
    )
    filledSlots.set(node.id, {
      part,
      attributes: node.attributes,
      slots,
      isFor: (others) => [...slots].every(([slot, ends]) => (ends?.[0].isConnected ?? false) === others.has(slot)),
    })
  }

  function drawUses(): void {
    if (!shown) return
    for (const id of uses) {
      const [node, element] = [shown.nodes.get(id), drawn.get(id)]
      if (node?.kind === "element" && element) drawUse(shown, node, element as Element, true)
      else uses.delete(id)
    }
  }

  /** What is to be seen of these, drawn where it is not yet. */
  function drawnOf(document: SiteDocument, ids: readonly NodeId[]): Node[] {
    return ids.flatMap((id) => {
      const child = document.nodes.get(id)
      return (child && isDrawn(child) && (drawn.get(id) ?? draw(document, child))) || []
    })
  }

  function show(site: Site, document: SiteDocument): void {
    if (isHeld) {
      waiting = [site, document]
      return
    }
    last = [site, document]
    policy = policyOf(site.facts)
    const isFilledAnew = filledBy?.facts !== site.facts || filledBy.title !== document.title || filledBy.url !== siteUrl
    if (isFilledAnew) {
      filling = fillIn(site, document, { siteUrl })
      filledBy = { facts: site.facts, title: document.title, url: siteUrl }
    }
    sheets.show(site)
    const isOther = shown !== document
    let changed: Iterable<NodeId> | null = null
    if (!shown) drawAll(document)
    else {
      if (isOther) changed = patch(shown, document)
      if (isFilledAnew) for (const id of named) writeAnew(document, id)
    }
    shown = document
    if (isFilledAnew) drawUses()
    if (isOther || isFilledAnew) loops.draw(document, isFilledAnew ? null : changed)
  }

  function showRows(): void {
    hasNewRows = false
    if (!shown) return
    for (const id of named) writeAnew(shown, id)
    loops.draw(shown, null)
  }

  function writeAnew(document: SiteDocument, id: NodeId): void {
    const [node, is] = [drawn.get(id), document.nodes.get(id)]
    if (!node || !is) named.delete(id)
    else if (is.kind === "element") {
      writeAttributes(node as Element, is)
      if (isUse(is)) drawUse(document, is, node as Element, true)
    } else writeText(node as CharacterData, wordsFor(is, document))
  }

  /** As visitors read it, but for the words that somebody edits. */
  function wordsFor(node: Exclude<SiteNode, ElementNode>, document: SiteDocument): string {
    if (node.kind === "comment" || !node.text.includes("{")) return node.text
    named.add(node.id)
    for (let at: NodeId | null | undefined = node.parent; at && writtenOut; at = document.nodes.get(at)?.parent)
      if (at === writtenOut) return node.text
    return filling?.words(node.text, loops.entryAt(document, node.id)) ?? node.text
  }

  function drawAll(document: SiteDocument): void {
    const root = document.nodes.get(document.rootNodeId)
    if (root?.kind !== "element") return
    if (document.rootNodeId === document.contentNodeId) {
      adopt(root, page.body)
      fill(document, root, page.body)
      return
    }
    adopt(root, page.documentElement)
    for (const id of root.children) {
      const child = document.nodes.get(id)
      if (child?.kind !== "element") continue
      const element = child.tag === "head" ? page.head : page.body
      adopt(child, element)
      fill(document, child, element)
    }
  }

  /** The frame of a page has its elements already. */
  function adopt(node: ElementNode, element: Element): void {
    remember(node.id, element)
    writeAttributes(element, node)
  }

  function remember(id: NodeId, node: Node): void {
    drawn.set(id, node)
    ids.set(node, id)
  }

  /** Answers which nodes are otherwise than before. */
  function patch(before: SiteDocument, after: SiteDocument): Iterable<NodeId> {
    const changed = before.nodes.differences(after.nodes)
    const refill = new Set<ElementNode>()
    for (const id of changed) {
      const [was, is] = [before.nodes.get(id), after.nodes.get(id)]
      if (!is) {
        drawn.delete(id)
        filledSlots.delete(id)
        continue
      }
      const node = drawn.get(id)
      if (!was || isDrawn(was) !== isDrawn(is)) {
        // Its parent holds it otherwise now, and so it is among the changed ones, or is told here.
        if (was && is.parent !== null) refillParent(after, is.parent, refill)
        continue
      }
      if (!node) continue
      // It may be for another slot now.
      if (is.parent !== null && isUse(after.nodes.get(is.parent))) refillParent(after, is.parent, refill)
      if (is.kind !== "element") writeText(node as CharacterData, wordsFor(is, after))
      else {
        const isOtherwise = was.kind !== "element" || !sameShape(was, is)
        if (isOtherwise) writeAttributes(node as Element, is)
        const isRefilled = was.kind !== "element" || was.children !== is.children || (isOtherwise && isUse(is))
        if (isRefilled) refill.add(is)
      }
    }
    for (const node of refill) {
      const element = drawn.get(node.id)
      if (element) fill(after, node, element as Element)
    }
    return changed
  }

  function refillParent(document: SiteDocument, id: NodeId, refill: Set<ElementNode>): void {
    const parent = document.nodes.get(id)
    if (parent?.kind === "element") refill.add(parent)
  }

  /** Makes an element hold what the node holds, in its order, with as few moves as it takes. */
  function fill(document: SiteDocument, node: ElementNode, element: Element): void {
    if (isUse(node)) drawUse(document, node, element, false)
    else arrange(element, drawnOf(document, node.children))
  }

  /** With as few moves as it takes; `ends` stand before and behind what is arranged. */
  function arrange(parent: Node, wanted: readonly Node[], ends?: readonly [Node, Node]): void {
    const first = () => (ends ? ends[0].nextSibling : parent.firstChild)
    const end = ends?.[1] ?? null
    const kept = new Set(wanted)
    // The frame of a page has its elements whatever the document says.
    for (let at = parent === page.documentElement ? end : first(); at !== end && at; ) {
      const next: Node | null = at.nextSibling
      if (!kept.has(at)) parent.removeChild(at)
      at = next
    }
    let at = first()
    if (at === null) {
      for (const child of wanted) parent.appendChild(child)
      return
    }
    for (const child of wanted) {
      if (at === child) at = at.nextSibling
      else if (at && at !== end && at.nextSibling === child) {
        // Something went further down: taking it out moves one, and not all behind it.
        parent.removeChild(at)
        at = child.nextSibling
      } else parent.insertBefore(child, at)
    }
  }

  /** A node with all below it. Without recursion: pages may nest 500 deep. */
  function draw(document: SiteDocument, top: SiteNode): Node | null {
    const first = drawOne(document, top)
    if (!first) return null
    const waiting: [SiteNode, Node][] = [[top, first]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, parent] = next
      if (node.kind !== "element") continue
      if (isUse(node)) {
        drawUse(document, node, parent as Element, true)
        continue
      }
      for (const id of node.children) {
        const child = document.nodes.get(id)
        if (!child || !isDrawn(child)) continue
        const known = drawn.get(id)
        const made = known ?? drawOne(document, child)
        if (!made) continue
        parent.appendChild(made)
        // What was drawn before holds what it held, and is changed by itself.
        if (!known) waiting.push([child, made])
      }
    }
    return first
  }

  function drawOne(document: SiteDocument, node: SiteNode): Node | null {
    const made = node.kind === "element" ? drawElement(node) : drawWords(document, node)
    if (made) remember(node.id, made)
    return made
  }

  function drawWords(document: SiteDocument, node: Exclude<SiteNode, ElementNode>): Node {
    return node.kind === "text" ? page.createTextNode(wordsFor(node, document)) : page.createComment(node.text)
  }

  function drawElement(node: ElementNode): Element | null {
    if ("drop" in cleanElement(node, policy)) return null
    const element = page.createElementNS(NAMESPACES[node.namespace], node.tag)
    writeAttributes(element, node)
    return element
  }

  function writeAttributes(element: Element, node: ElementNode): void {
    loops.note(node)
    // A component's root is no element of any page: what it says are parameters.
    const isRoot = node.parent === null && node.tag === "template"
    const cleaned = cleanElement(isRoot ? { ...node, attributes: [] } : filled(node), policy)
    const shape = "drop" in cleaned ? { ...node, attributes: [], style: null } : cleaned.shape
    const wanted = new Map<string, string>(shape.attributes)
    if (shape.classText !== undefined || shape.classes.length > 0)
      wanted.set("class", shape.classText ?? shape.classes.join(" "))
    if (shape.style !== null) wanted.set("style", shape.style)
    wanted.set("data-uid", node.id)
    for (const { name } of [...element.attributes])
      if (!wanted.has(name) && !OWN_ATTRIBUTES.has(name)) element.removeAttribute(name)
    for (const [name, value] of wanted) writeAttribute(element, name, value)
  }

  /** Before it is cleaned: an address is judged as a visitor's browser would load it. */
  function filled(node: ElementNode): ElementNode {
    const says =
      node.attributes.some(([, value]) => value.includes("{")) || node.classes.some((name) => name.includes("{"))
    if (!says) return node
    named.add(node.id)
    const around = last?.[1]
    return filling ? withEntry(node, filling, around ? loops.entryAt(around, node.id) : null) : node
  }

  return {
    page,
    show,
    nodeOf: (id) => drawn.get(id) ?? null,
    idOf(node) {
      for (let at = node; at; at = at.parentNode) {
        const id = ids.get(at)
        if (id !== undefined && drawn.get(id) === at) return id
      }
      return null
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      const latest = waiting
      waiting = null
      if (latest) show(...latest)
      if (hasNewRows) showRows()
    },
    setFonts: sheets.setFonts,
    setPart(id, document) {
      parts.set(id, document)
      drawUses()
    },
    onPart(asks) {
      ask = asks
      drawUses()
    },
    setRows(asked, rows) {
      loops.setRows(asked, rows)
      hasNewRows = true
      if (!isHeld) showRows()
    },
    onRows: loops.onRows,
    reveal: loops.reveal,
    setSiteUrl(url) {
      siteUrl = url
      const [site, document] = waiting ?? last ?? []
      if (site && document) show(site, document)
    },
    writeOut(host) {
      const hosts = [writtenOut, host]
      writtenOut = host
      loops.keepOut(host)
      const document = shown
      if (!document) return
      for (const id of named) {
        const node = drawn.get(id)
        if (node && hosts.some((one) => one && drawn.get(one)?.contains(node))) writeAnew(document, id)
      }
    },
    forget(node) {
      node.parentNode?.removeChild(node)
    },
  }
}

interface FilledSlots {
  readonly part: SiteDocument
  readonly attributes: ElementNode["attributes"]
  readonly slots: ReadonlyMap<string, readonly [Text, Text] | null>
  /** Whether the same slots are given something. */
  isFor(groups: ReadonlyMap<string, unknown>): boolean
}

function isUse(node: SiteNode | undefined): boolean {
  return node?.kind === "element" && node.tag === USE
}

/** Nobody finds a node by a copy of it. */
function copied(node: Node): Node {
  const copy = node.cloneNode(true)
  const elements = "querySelectorAll" in copy ? [copy as Element, ...(copy as Element).querySelectorAll("*")] : []
  for (const element of elements) element.removeAttribute("data-uid")
  return copy
}

/** A node that is hidden is not on the page, and so not on the canvas either. */
function isDrawn(node: SiteNode): boolean {
  return !node.hidden && !(node.kind === "element" && node.namespace === "html" && NOT_DRAWN.has(node.tag))
}

function sameShape(one: ElementNode, other: ElementNode): boolean {
  return (
    one.attributes === other.attributes &&
    one.classes === other.classes &&
    one.classText === other.classText &&
    one.style === other.style
  )
}
