/** What components show, drawn where they are used. None of it is a node of the page: whoever points at it points at the component. */
import { cleanElement, type ElementNode, type NodeId, type SafetyPolicy, type SiteDocument } from "../../../document.ts"
import type { FillIn } from "./fill-in.ts"

export interface PartsContext {
  readonly page: Document
  policy(): SafetyPolicy
  /** Null where nobody knows it yet; it is asked for. */
  partOf(id: string): SiteDocument | null
  fillIn(params: Readonly<Record<string, string>>): FillIn
  createElement(node: ElementNode): Element
  isDrawn(tag: string): boolean
}

/** Components in each other: the page itself is judged when it is rendered. */
const DEEPEST = 8

/** What a use of a component shows; nothing where it is unknown. */
export function drawPart(use: ElementNode, context: PartsContext, depth = 0): Node[] {
  const component = depth < DEEPEST ? context.partOf(componentOf(use)) : null
  const root = component?.nodes.get(component.rootNodeId)
  if (!component || root?.kind !== "element") return []
  const filling = context.fillIn({ ...paramsIn(root), ...paramsIn(use) })
  const drawAll = (ids: readonly NodeId[]): Node[] => ids.flatMap(drawOne)
  const drawOne = (id: NodeId): Node[] => {
    const node = component.nodes.get(id)
    if (!node || node.hidden || node.kind === "comment") return []
    if (node.kind === "text") return [context.page.createTextNode(filling.words(node.text))]
    if (!context.isDrawn(node.tag)) return []
    if (node.tag === "slot") return drawAll(node.children)
    const attributes = node.attributes.map(([name, value]): [string, string] => [name, filling.words(value)])
    const cleaned = cleanElement({ ...node, attributes }, context.policy())
    if ("drop" in cleaned) return []
    const element = context.createElement({ ...node, ...cleaned.shape })
    element.append(...(node.tag === "cs-component" ? drawPart(node, context, depth + 1) : drawAll(node.children)))
    return [element]
  }
  return drawAll(root.children)
}

export function componentOf({ attributes }: ElementNode): string {
  return attributes.find(([name]) => name === "data-component")?.[1].trim() ?? ""
}

/** `data-param-button-label` is `{params.buttonLabel}`. */
function paramsIn({ attributes }: ElementNode): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, value] of attributes)
    if (name.startsWith(PARAM))
      params[name.slice(PARAM.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] = value
  return params
}

const PARAM = "data-param-"
