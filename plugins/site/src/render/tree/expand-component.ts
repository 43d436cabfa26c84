import { componentOf, paramName, slotName, slotsGiven } from "../../document/tree/component-use.ts"
import type { Surroundings } from "../../document/tree/content-model.ts"
import type { ElementNode } from "../../document/tree/node.ts"
import { fillWords } from "../tokens/fill-words.ts"
import type { Work } from "../work.ts"
import { expandAll, type Frame, nest } from "./expand.ts"

/** `<cs-component data-component="card" data-param-title="...">`: the component in its place, with what it is given. */
export function expandComponent(work: Work, frame: Frame, node: ElementNode, around: Surroundings): string[] {
  const id = componentOf(node)
  const component = work.input.components.get(id)
  const root = component?.nodes.get(component.rootNodeId)
  if (!component || root?.kind !== "element") {
    work.problem(
      id === ""
        ? `The component ${node.id} has no name. Give it as data-component.`
        : `There is no component "${id.slice(0, 60).toWellFormed()}". It may have been deleted; list the documents to find the right one.`,
    )
    return []
  }
  if (frame.components.includes(id)) {
    const way = [...frame.components.slice(frame.components.indexOf(id)), id].join(" > ")
    work.problem(`The component "${id}" holds itself (${way}). Take it out of one of them.`)
    return []
  }
  work.readsDocument(component.ref)
  const values = paramsOf(work, frame, node, root, id)
  const inside = nest(work, frame, node, {
    document: component,
    components: [...frame.components, id],
    names: { ...frame.names, params: { called: `the component "${id}"`, values } },
    outlet: null,
    slots: { groups: slotsGiven(frame.document.nodes, node), frame },
    loop: null,
  })
  return inside ? expandAll(work, inside, root.children, around) : []
}

/** Parameters are those that the component's own root names, with what they are unless somebody says otherwise. */
function paramsOf(work: Work, frame: Frame, use: ElementNode, root: ElementNode, id: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of root.attributes) {
    const param = paramName(name)
    if (param !== null) values[param] = value
  }
  for (const [name, value] of use.attributes) {
    const param = paramName(name)
    if (param === null) continue
    if (param in values) values[param] = fillWords(work, frame.names, value)
    else work.problem(`The component "${id}" has no parameter for ${name.slice(0, 60)}. ${paramsTold(values)}`)
  }
  return values
}

function paramsTold(values: Record<string, string>): string {
  const names = Object.keys(values)
  return names.length > 0 ? `It has ${names.slice(0, 30).join(", ")}.` : "It has none."
}

export function expandSlot(
  work: Work,
  frame: Frame,
  { groups, frame: outer }: NonNullable<Frame["slots"]>,
  slot: ElementNode,
  around: Surroundings,
): string[] {
  const given = groups.get(slotName(slot))
  if (!given) return expandAll(work, frame, slot.children, around)
  // What it is given means what it means where it was written, and may use the component again.
  const inside = nest(work, { ...outer, nested: frame.nested }, slot, {})
  return inside ? expandAll(work, inside, given, around) : []
}
