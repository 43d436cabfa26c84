/** What is known of a component where it is used: its parameters, its slots. */
import {
  componentOf,
  type ElementNode,
  keyOf,
  paramName,
  type SiteDocument,
  type SiteNode,
  slotName,
  USE,
} from "../../../document.ts"
import type { EditorState } from "../store/editor-store.ts"

/** Null where it was not read yet, or is none. */
export function partOf({ site, parts }: Pick<EditorState, "site" | "parts">, id: string): SiteDocument | null {
  return parts.get(id) ?? site.documents.get(keyOf({ type: "visualComponent", id })) ?? null
}

export interface Param {
  readonly name: string
  readonly attribute: string
  /** What it is unless a use says otherwise. */
  readonly value: string
}

export function paramsOf({ attributes }: ElementNode): readonly Param[] {
  return attributes.flatMap(([attribute, value]) => {
    const name = paramName(attribute)
    return name === null ? [] : [{ name, attribute, value }]
  })
}

/** In their order; the one without a name is empty. */
export function slotsOf(part: SiteDocument): readonly string[] {
  const slots = [...part.nodes.values()].filter(
    (node): node is ElementNode => node.kind === "element" && node.tag === "slot",
  )
  return [...new Set(slots.map(slotName))]
}

/** Whether it is the use of a component that shows nothing of what is put into it. */
export function hasNoSlot(state: Pick<EditorState, "site" | "parts">, node: SiteNode | undefined): boolean {
  if (node?.kind !== "element" || node.tag !== USE) return false
  const part = partOf(state, componentOf(node))
  return part !== null && slotsOf(part).length === 0
}

export const NO_SLOT =
  "The component has no slot, so nothing that is put into it would be seen. Put it beside it, or give the component a slot."
