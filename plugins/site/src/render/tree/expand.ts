/**
 * The nodes of a page as they are shown: rows in place of loops, parts in place of components, content in place of outlets.
 * Judged anew where it lands: a parser must find the tree that was looked at (docs/adr/0049).
 */
import { cleanElement } from "../../document/safety/clean-element.ts"
import { meaningOf } from "../../document/safety/elements.ts"
import { addressesIn, reachOf } from "../../document/safety/urls.ts"
import { holdsToken, readPath } from "../../document/tokens/read-tokens.ts"
import { enter, type Surroundings, whyNotIn } from "../../document/tree/content-model.ts"
import { RAW_TEXT } from "../../document/tree/elements.ts"
import { LIMITS } from "../../document/tree/limits.ts"
import {
  type CommentNode,
  type ElementNode,
  type ElementShape,
  type NodeId,
  nameOf,
  type SiteDocument,
  type SiteNode,
  type TextNode,
} from "../../document/tree/node.ts"
import { pictureAttributes } from "../media/picture-attributes.ts"
import { boundText, fillElement } from "../tokens/fill-element.ts"
import { fillText } from "../tokens/fill-words.ts"
import { isThere, type Names } from "../tokens/values.ts"
import { lookUp, RENDER_LIMITS, type Work } from "../work.ts"
import { expandComponent, expandSlot } from "./expand-component.ts"
import { expandEach, expandLoop, type OpenLoop } from "./expand-loop.ts"

/** Where one looks at nodes from: which document, what tokens mean there, what its outlet and slots hold. */
export interface Frame {
  readonly document: SiteDocument
  readonly names: Names
  /** Ids of the components around, outermost first. */
  readonly components: readonly string[]
  /** How many frames are around this one. */
  readonly nested: number
  readonly outlet: ((around: Surroundings) => string[]) | null
  /** What the use of a component gives to its slots, and the frame it stands in. */
  readonly slots: { readonly groups: ReadonlyMap<string, readonly NodeId[]>; readonly frame: Frame } | null
  readonly loop: OpenLoop | null
}

/** Keys of what the nodes became, in order, behind those that are there already. */
export function expandAll(
  work: Work,
  frame: Frame,
  ids: readonly NodeId[],
  around: Surroundings,
  keys: string[] = [],
): string[] {
  for (const id of ids) {
    const node = frame.document.nodes.get(id)
    if (!node) continue
    work.visit()
    if (node.hidden && !work.forCanvas) continue
    if (node.kind === "element") expandElement(work, frame, node, around, keys)
    else {
      const key = expandWords(work, frame, node, around)
      if (key !== null) keys.push(key)
    }
  }
  return keys
}

function expandWords(work: Work, frame: Frame, node: TextNode | CommentNode, around: Surroundings): string | null {
  let { text } = node
  const { namespace, tag } = around.element
  if (node.kind === "text" && namespace === "html" && RAW_TEXT.has(tag)) {
    if (holdsToken(text))
      work.problem(`The text of ${nameOf(around.element as SiteNode)} takes no token. Write it out.`)
  } else if (node.kind === "text") text = fillText(work, frame.names, text)
  else work.spend(text.length)
  const words = text === node.text ? node : { ...node, text }
  const why = whyNotIn(around, words)
  if (why) {
    if (text.trim() !== "") work.problem(`${capital(nameOf(node))} was left out: ${why}.`)
    return null
  }
  return work.add(words)
}

function expandElement(work: Work, frame: Frame, node: ElementNode, around: Surroundings, keys: string[]): void {
  if (!isWanted(work, frame, node)) return
  if (work.level >= RENDER_LIMITS.levels) {
    work.problem(
      `${capital(nameOf(node))} was left out: it is nested too deep. Take some of the elements around it away.`,
    )
    return
  }
  work.level += 1
  try {
    const own = node.namespace === "html" ? expandOurs(work, frame, node, around) : null
    if (own) for (const key of own) keys.push(key)
    else expandPlain(work, frame, node, around, keys)
  } finally {
    work.level -= 1
  }
}

/** Null for an element that means nothing but itself. */
function expandOurs(work: Work, frame: Frame, node: ElementNode, around: Surroundings): string[] | null {
  switch (node.tag) {
    case "cs-loop":
      return onCanvas(work, node, around, (inside) => expandLoop(work, frame, node, inside))
    case "cs-each":
      return onCanvas(work, node, around, (inside) => expandEach(work, frame, node, inside))
    case "cs-component":
      return onCanvas(work, node, around, (inside) => expandComponent(work, frame, node, inside))
    case "cs-outlet":
      return onCanvas(work, node, around, (inside) => frame.outlet?.(inside) ?? [])
    case "cs-empty":
    case "cs-pages":
      // A loop has taken its own out before it repeats the rest.
      work.problem(
        `${capital(nameOf(node))} does not stand directly in a loop and was left out. Put it directly into a <cs-loop>.`,
      )
      return []
    case "slot":
      if (frame.slots) return expandSlot(work, frame, frame.slots, node, around)
  }
  return null
}

/** An editor has to find them; on a page they leave no trace. */
function onCanvas(
  work: Work,
  node: ElementNode,
  around: Surroundings,
  expand: (around: Surroundings) => string[],
): string[] {
  if (!work.forCanvas || whyNotIn(around, node)) return expand(around)
  const children = expand(enter(around, node))
  return [work.add({ ...node, parent: null, children })]
}

function expandPlain(work: Work, frame: Frame, node: ElementNode, around: Surroundings, keys: string[]): void {
  const filled = fillElement(work, frame.names, node)
  const shown = filled.attributes.some(([name]) => OURS.has(name))
    ? { ...filled, attributes: filled.attributes.filter(([name]) => !OURS.has(name)) }
    : filled
  const cleaned = isOff(work) ? { shape: shown, removed: [] } : cleanElement(shown, work.input.policy)
  const inPlace = () => void expandAll(work, frame, node.children, around, keys)
  if ("drop" in cleaned) {
    work.problem(`${capital(nameOf(node))} was left out: it could run or load something.`)
    if (cleaned.drop === "around") inPlace()
    return
  }
  if (cleaned.removed.length > 0) {
    work.problem(`${cleaned.removed[0]} was left out: it could run or load something.`)
  }
  const shape = { ...withPicture(work, cleaned.shape), children: [] as readonly string[], parent: null }
  if (around.depth >= LIMITS.depth) {
    work.problem(
      `${capital(nameOf(node))} was left out: it is nested too deep. Take some of the elements around it away.`,
    )
    return
  }
  const why = whyNotIn(around, shape)
  if (why) {
    work.problem(`${capital(nameOf(node))} was taken away from around its content: ${why}.`)
    inPlace()
    return
  }
  const bound = boundText(work, frame.names, node)
  noteMedia(work, shape)
  if (bound !== null) {
    const words = { kind: "text", id: node.id, text: bound, parent: node.id } as const
    const key = expandWords(work, frame, words, enter(around, shape))
    if (key !== null) shape.children = [key]
  } else if (node.children.length > 0) {
    shape.children = expandAll(work, frame, node.children, enter(around, shape))
  }
  keys.push(work.add(shape))
}

/** Attributes by which an author tells the renderer something. Slots and shadows have no meaning in a page. */
const OURS = new Set(["data-cs-if", "data-cs-unless", "slot"])

/** `data-cs-if="currentEntry.image"`: only where there is one. */
function isWanted(work: Work, { names }: Frame, node: ElementNode): boolean {
  for (const [name, path] of node.attributes) {
    if (name !== "data-cs-if" && name !== "data-cs-unless") continue
    const token = readPath(path)
    if (!token) {
      work.problem(
        `${capital(nameOf(node))} has ${name}="${path.slice(0, 60).toWellFormed()}". Name a field there, such as page.image.`,
      )
      return false
    }
    if (isThere(lookUp(work, names, token).value) !== (name === "data-cs-if")) return false
  }
  return true
}

/** A picture of the library says how large it is, and which smaller ones there are. */
function withPicture(work: Work, shape: ElementShape): ElementShape {
  if (shape.tag !== "img" || shape.namespace !== "html") return shape
  const source = shape.attributes.find(([name]) => name === "src")?.[1]
  const picture = source === undefined ? undefined : work.input.pictures?.get(source.trim())
  return picture ? { ...shape, attributes: pictureAttributes(shape.attributes, picture) } : shape
}

function noteMedia(work: Work, shape: ElementNode): void {
  for (const [name, value] of shape.attributes) {
    const meaning = meaningOf(shape.namespace, shape.tag, name)
    if (meaning === "loads set") {
      for (const { start, end } of addressesIn(value)) noteOwn(work, value.slice(start, end))
    } else if (meaning === "loads image" || meaning === "loads media") noteOwn(work, value)
  }
}

function noteOwn(work: Work, address: string): void {
  if (reachOf(address) === "own") work.readsMedia(address)
}

function isOff({ input }: Work): boolean {
  return input.switchedOff?.includes("sanitiser") ?? false
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A frame inside of another; null, and told, where there are too many. */
export function nest(work: Work, frame: Frame, node: ElementNode, change: Partial<Frame>): Frame | null {
  if (frame.nested < RENDER_LIMITS.nested) return { ...frame, ...change, nested: frame.nested + 1 }
  work.problem(
    `${capital(nameOf(node))} was left out: components and loops are more than ${RENDER_LIMITS.nested} deep in each other.`,
  )
  return null
}
