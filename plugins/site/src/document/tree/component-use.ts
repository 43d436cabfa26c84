/** How a component is used: `<cs-component data-component="card" data-param-title="…">`, with what its slots are given inside. */
import type { ElementNode, NodeId, SiteDocument } from "./node.ts"

export const USE = "cs-component"

/** Which component it is; empty where it does not say. */
export function componentOf({ attributes }: Pick<ElementNode, "attributes">): string {
  return attributes.find(([name]) => name === "data-component")?.[1].trim() ?? ""
}

/** As a browser makes names of such attributes: `data-param-button-label` is `buttonLabel`. Null for any other attribute. */
export function paramName(attribute: string): string | null {
  if (!attribute.startsWith(PARAM)) return null
  return attribute.slice(PARAM.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `buttonLabel` is `data-param-button-label`. */
export function paramAttribute(name: string): string {
  return `${PARAM}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

const PARAM = "data-param-"

/** Empty for the slot without a name. */
export function slotName({ attributes }: Pick<ElementNode, "attributes">): string {
  return attributes.find(([name]) => name === "name")?.[1].trim() ?? ""
}

/** What stands in the use of a component, by the slot it is for. */
export function slotsGiven(nodes: SiteDocument["nodes"], use: ElementNode): ReadonlyMap<string, readonly NodeId[]> {
  const groups = new Map<string, NodeId[]>()
  for (const id of use.children) {
    const child = nodes.get(id)
    const slot = child?.kind === "element" ? child.attributes.find(([name]) => name === "slot")?.[1].trim() : undefined
    // Spaces between two that are for other slots do not fill the one without a name.
    if (child?.kind !== "element" && !(child?.kind === "text" && child.text.trim() !== "")) continue
    const group = groups.get(slot ?? "")
    if (group) group.push(id)
    else groups.set(slot ?? "", [id])
  }
  return groups
}
