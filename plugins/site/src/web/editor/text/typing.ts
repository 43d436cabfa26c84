/** What typing does to the document: pure, so that it is told in tests without a browser. */
import type { Attribute, ElementNode, NodeId, SingleCommand, SiteDocument } from "../../../document.ts"
import { elementOf, isSpace, parentOf } from "../store/tree.ts"
import { textsIn } from "./phrasing.ts"

/** A point in a text, or in an element that holds no text yet. */
export interface Caret {
  readonly node: NodeId
  readonly at: number
}

export interface Typed {
  readonly commands: readonly SingleCommand[]
  readonly caret: Caret
  /** The element in which typing goes on. */
  readonly host: NodeId
}

export interface TypingContext {
  readonly document: SiteDocument
  readonly host: NodeId
  nextId(): NodeId
}

/** Puts words in place of what lies between two points. */
export function replaceRange(context: TypingContext, from: Caret, to: Caret, words: string): Typed {
  const { document, host, nextId } = context
  const texts = textsIn(document, host)
  const first = texts.findIndex(({ id }) => id === from.node)
  const last = texts.findIndex(({ id }) => id === to.node)
  const ref = document.ref
  if (first < 0 || last < 0) {
    const parent = elementOf(document, from.node) ?? elementOf(document, host)!
    const id = nextId()
    const after = parent.children[from.at - 1] ?? null
    const place = { parent: parent.id, after, before: after === null ? (parent.children[0] ?? null) : null }
    const fragment = { roots: [id], nodes: [{ kind: "text" as const, id, text: words }] }
    if (words === "") return { commands: [], caret: from, host }
    return {
      commands: [{ type: "insert", document: ref, place, fragment }],
      caret: { node: id, at: words.length },
      host,
    }
  }
  const commands = texts.slice(first, last + 1).flatMap(({ id, text }, index): SingleCommand[] => {
    const start = index === 0 ? from.at : 0
    const end = id === to.node ? to.at : text.length
    const removed = text.slice(start, end)
    const inserted = index === 0 ? words : ""
    return removed === "" && inserted === ""
      ? []
      : [{ type: "spliceText", document: ref, node: id, at: start, removed, inserted }]
  })
  return { commands, caret: { node: from.node, at: from.at + words.length }, host }
}

/** These end where the next of their kind begins; elsewhere a line break is put in. */
const SPLITS: ReadonlySet<string> = new Set(["p", "li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"])
const HEADING = /^h[1-6]$/

/** Enter: the element becomes two. Behind a heading comes a paragraph. */
export function splitHost(context: TypingContext, caret: Caret): Typed {
  const { document, host: hostId, nextId } = context
  const host = elementOf(document, hostId)!
  if (!SPLITS.has(host.tag)) return breakLine(context, caret)
  const ref = document.ref
  const commands: SingleCommand[] = []
  const texts = textsIn(document, hostId)
  const text = texts.find(({ id }) => id === caret.node)
  let before: NodeId | null = text ? text.id : null
  let begins: NodeId | undefined = text?.id
  if (text && caret.at === text.text.length) {
    before = behind(parentOf(document, text.id), text.id)
    begins = texts[texts.indexOf(text) + 1]?.id
  } else if (text && caret.at > 0) {
    before = begins = nextId()
    commands.push({ type: "split", document: ref, node: text.id, at: caret.at, right: { id: before } })
  }
  // Up to the host each element around the text becomes two as well, unless all of it goes to one side.
  let parent = text ? parentOf(document, text.id) : null
  while (parent && parent.id !== hostId) {
    const around: ElementNode | null = parentOf(document, parent.id)
    if (before === null) before = behind(around, parent.id)
    else if (before === parent.children[0]) before = parent.id
    else {
      const right = nextId()
      commands.push({ type: "split", document: ref, node: parent.id, before, right: { id: right } })
      before = right
    }
    parent = around
  }
  const id = nextId()
  const isHeadingsEnd = before === null && HEADING.test(host.tag)
  commands.push({
    type: "split",
    document: ref,
    node: hostId,
    before,
    right: isHeadingsEnd
      ? { kind: "element", id, tag: "p", namespace: "html", attributes: [], classes: [], style: null }
      : { id },
  })
  // What an address leads to is there once.
  if (!isHeadingsEnd && host.attributes.some(([name]) => name === "id"))
    commands.push({ type: "setAttributes", document: ref, node: id, set: { id: null } })
  return { commands, caret: before !== null && begins ? { node: begins, at: 0 } : { node: id, at: 0 }, host: id }
}

function behind(parent: ElementNode | null, child: NodeId): NodeId | null {
  return parent?.children[parent.children.indexOf(child) + 1] ?? null
}

/** Shift Enter. */
export function breakLine({ document, host, nextId }: TypingContext, caret: Caret): Typed {
  const ref = document.ref
  const text = document.nodes.get(caret.node)
  const br = nextId()
  const element = {
    kind: "element" as const,
    id: br,
    tag: "br",
    namespace: "html" as const,
    attributes: [],
    classes: [],
    style: null,
    children: [],
  }
  if (text?.kind !== "text") {
    const place = { parent: host, after: elementOf(document, host)?.children.at(-1) ?? null, before: null }
    const fragment = { roots: [br], nodes: [element] }
    return { commands: [{ type: "insert", document: ref, place, fragment }], caret: { node: host, at: 1 }, host }
  }
  const right = nextId()
  return {
    commands: [
      { type: "split", document: ref, node: text.id, at: caret.at, right: { id: right } },
      {
        type: "insert",
        document: ref,
        place: { parent: text.parent!, after: text.id, before: right },
        fragment: { roots: [br], nodes: [element] },
      },
    ],
    caret: { node: right, at: 0 },
    host,
  }
}

/** Backspace at the start, or Delete at the end: the element and its neighbour become one. Null where there is none that fits. */
export function joinHost({ document, host: hostId }: TypingContext, direction: "before" | "behind"): Typed | null {
  const parent = parentOf(document, hostId)
  if (!parent) return null
  const ref = document.ref
  const at = parent.children.indexOf(hostId)
  const step = direction === "before" ? -1 : 1
  const commands: SingleCommand[] = []
  let other = at + step
  for (let node = document.nodes.get(parent.children[other] ?? ""); node && isSpace(node); ) {
    commands.push({ type: "remove", document: ref, node: node.id })
    other += step
    node = document.nodes.get(parent.children[other] ?? "")
  }
  const neighbour = elementOf(document, parent.children[other])
  const host = elementOf(document, hostId)!
  if (!neighbour || !SPLITS.has(neighbour.tag) || !SPLITS.has(host.tag)) return null
  const [left, right] = direction === "before" ? [neighbour, host] : [host, neighbour]
  commands.push({ type: "join", document: ref, left: left.id, right: right.id })
  const end = document.nodes.get(left.children.at(-1) ?? "")
  const start = document.nodes.get(right.children[0] ?? "")
  // Two texts beside each other would be one after the next import.
  if (end?.kind === "text" && start?.kind === "text")
    commands.push({ type: "join", document: ref, left: end.id, right: start.id })
  const lastText = textsIn(document, left.id).at(-1)
  const caret = lastText
    ? { node: lastText.id, at: lastText.text.length }
    : { node: textsIn(document, right.id)[0]?.id ?? left.id, at: 0 }
  return { commands, caret, host: left.id }
}

/** Around what is chosen in one text: bold, stress, a link. Null where it reaches over several. */
/** What looks and means the same to whoever presses the key. */
const ALIKE: readonly ReadonlySet<string>[] = [new Set(["strong", "b"]), new Set(["em", "i"])]

function isAlike(one: string, other: string): boolean {
  return one === other || ALIKE.some((tags) => tags.has(one) && tags.has(other))
}

export function wrapWords(
  { document, host, nextId }: TypingContext,
  from: Caret,
  to: Caret,
  tag: string,
  attributes: readonly Attribute[] = [],
): Typed | null {
  const text = document.nodes.get(from.node)
  if (text?.kind !== "text" || from.node !== to.node || from.at === to.at) return null
  const ref = document.ref
  const [middle, wrapper, rest] = [nextId(), nextId(), nextId()]
  const commands: SingleCommand[] = []
  const ends = to.at === text.text.length
  if (!ends) commands.push({ type: "split", document: ref, node: text.id, at: to.at, right: { id: rest } })
  const starts = from.at === 0
  if (!starts) commands.push({ type: "split", document: ref, node: text.id, at: from.at, right: { id: middle } })
  const wrapped = starts ? text.id : middle
  const around = elementOf(document, text.parent)
  if (around && around.id !== host && isAlike(around.tag, tag)) {
    // Asked for again it is taken off: from these words only, however many stand around them in it.
    const at = around.children.indexOf(text.id)
    const behind = ends ? around.children[at + 1] : rest
    if (behind !== undefined)
      commands.push({ type: "split", document: ref, node: around.id, before: behind, right: { id: nextId() } })
    const isFirst = starts && at === 0
    if (!isFirst)
      commands.push({ type: "split", document: ref, node: around.id, before: wrapped, right: { id: wrapper } })
    commands.push({ type: "unwrap", document: ref, node: isFirst ? around.id : wrapper })
    return { commands, caret: { node: wrapped, at: to.at - from.at }, host }
  }
  commands.push({
    type: "wrap",
    document: ref,
    nodes: [wrapped],
    wrapper: { kind: "element", id: wrapper, tag, namespace: "html", attributes, classes: [], style: null },
  })
  return { commands, caret: { node: wrapped, at: to.at - from.at }, host }
}
