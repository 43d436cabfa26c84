/** What components show, drawn where they are used. None of it is a node of the page: whoever points at it points at the component. */
import {
  cleanElement,
  componentOf,
  type ElementNode,
  type NodeId,
  paramName,
  type SafetyPolicy,
  type SiteDocument,
  slotName,
  slotsGiven,
  USE,
} from "../../../document.ts"
import type { FillIn } from "./fill-in.ts"
import type { Entry } from "./loops.ts"

export interface PartsContext {
  readonly page: Document
  policy(): SafetyPolicy
  /** Null where nobody knows it yet; it is asked for. */
  partOf(id: string): SiteDocument | null
  fillIn(params: Readonly<Record<string, string>>): FillIn
  createElement(node: ElementNode): Element
  isDrawn(tag: string): boolean
}

/** Where a component is used. */
interface UsedIn {
  /** What stands in a slot; null where the slot shows what it holds itself. */
  readonly given: (slot: string) => readonly Node[] | null
  readonly filling: FillIn | null
  readonly entry?: Entry | null
  /** Components around it, outermost first: none is drawn in itself. */
  readonly way: readonly string[]
  /** How many elements may still be drawn. */
  readonly left?: { elements: number }
}

/** Components in each other: the page itself is judged when it is rendered. */
const DEEPEST = 8
/** Of one use. Ten components, each ten times in the next, would be more than a tab can hold. */
const MOST_ELEMENTS = 10_000

/** Where a use that stands in a document itself begins. */
export function wayFrom({ ref }: Pick<SiteDocument, "ref">): readonly string[] {
  return ref.type === "visualComponent" ? [ref.id] : []
}

/** What a use of a component shows; nothing where it is unknown. */
export function drawPart(use: ElementNode, context: PartsContext, usedIn: UsedIn): Node[] {
  const { given, filling: around, entry = null, way, left = { elements: MOST_ELEMENTS } } = usedIn
  const own = componentOf(use)
  const component = way.length < DEEPEST && !way.includes(own) ? context.partOf(own) : null
  const root = component?.nodes.get(component.rootNodeId)
  if (!component || root?.kind !== "element") return []
  const filling = context.fillIn(paramsFor(root, use, (value) => around?.attribute(value, entry) ?? value))
  const drawAll = (ids: readonly NodeId[]): Node[] => ids.flatMap(drawOne)
  const drawOne = (id: NodeId): readonly Node[] => {
    const node = component.nodes.get(id)
    if (!node || node.hidden || node.kind === "comment") return []
    if (node.kind === "text") return [context.page.createTextNode(filling.words(node.text, entry))]
    if (!context.isDrawn(node.tag) || left.elements <= 0) return []
    left.elements -= 1
    if (node.tag === "slot") return given(slotName(node)) ?? drawAll(node.children)
    const attributes = node.attributes.map(([name, value]): [string, string] => [name, filling.words(value, entry)])
    const cleaned = cleanElement({ ...node, attributes }, context.policy())
    if ("drop" in cleaned) return []
    const element = context.createElement({ ...node, ...cleaned.shape })
    const inside = { given: givenBy(component, node, drawAll), filling, entry, way: [...way, own], left }
    element.append(...(node.tag === USE ? drawPart(node, context, inside) : drawAll(node.children)))
    return [element]
  }
  return drawAll(root.children)
}

/** What a use holds, drawn for the slot that asks for it. */
export function givenBy(
  document: SiteDocument,
  use: ElementNode,
  draw: (ids: readonly NodeId[]) => readonly Node[],
): (slot: string) => readonly Node[] | null {
  const groups = slotsGiven(document.nodes, use)
  return (slot) => {
    const ids = groups.get(slot)
    return ids ? draw(ids) : null
  }
}

/** Parameters are those that the component's own root names, with what they are unless the use says otherwise. */
function paramsFor(root: ElementNode, use: ElementNode, fill: (value: string) => string): Record<string, string> {
  const params = new Map<string, string>()
  for (const [attribute, value] of root.attributes) {
    const name = paramName(attribute)
    if (name !== null) params.set(name, value)
  }
  for (const [attribute, value] of use.attributes) {
    const name = paramName(attribute)
    if (name !== null && params.has(name)) params.set(name, fill(value))
  }
  return Object.fromEntries(params)
}
