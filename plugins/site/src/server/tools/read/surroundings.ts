import { type ElementNode, type ParentOf, parentWithin, type Site, type SiteDocument } from "../../../document.ts"
import { layersFor, templatesOf } from "../../../render.ts"

/** A page stands in the template around all of them, where there is one: what stands around its outlet stands around the page. */
export function surroundings(site: Site, document: SiteDocument): ParentOf {
  const layers = document.ref.type === "page" ? layersFor({ type: "page", document }, templatesOf(site)) : null
  const outer = layers && layers.length > 1 ? layers[0]! : null
  const outlet = outer && [...outer.nodes.values()].find((node) => node.kind === "element" && node.tag === "cs-outlet")
  if (!outer || outlet?.kind !== "element") return parentWithin
  const own = new Map(
    [...document.nodes.values()].flatMap((node) =>
      node.kind === "element" && (node.tag === "body" || node.tag === "html") ? [[node.tag, node] as const] : [],
    ),
  )
  const joined = new Map<ElementNode, ElementNode>()
  return (placed) => {
    const parent = parentWithin(placed)
    if (!parent) return null
    const around =
      placed.document === document && parent.node.id === document.contentNodeId
        ? parentWithin({ document: outer, node: outlet })
        : parent
    return around && { document: around.document, node: withOwn(around.node, own, joined) }
  }
}

/** The frame of a page and that of its template are one: their classes and attributes come together. */
function withOwn(
  node: ElementNode,
  own: ReadonlyMap<string, ElementNode>,
  joined: Map<ElementNode, ElementNode>,
): ElementNode {
  const frame = own.get(node.tag)
  if (!frame || frame === node) return node
  const known = joined.get(node)
  if (known) return known
  const attributes = [...new Map([...node.attributes, ...frame.attributes])]
  const one = {
    ...node,
    attributes,
    classes: [...new Set([...node.classes, ...frame.classes])],
    style: frame.style ?? node.style,
  }
  joined.set(node, one)
  return one
}
