/** Whether something may land at a place, told before it is dropped. */
import {
  apply,
  componentOf,
  type DocumentRef,
  type Fragment,
  guardBySettings,
  type NodeId,
  type Place,
  type SingleCommand,
  USE,
} from "../../../document.ts"
import { hasNoSlot, NO_SLOT } from "../components/known-part.ts"
import type { EditorState, Gesture } from "../store/editor-store.ts"
import { forPeople } from "../store/node-words.ts"

/** What is being dragged: nodes of the page, or something new out of the palette. */
export type Dragged =
  | { readonly kind: "nodes"; readonly nodes: readonly NodeId[]; readonly name: string }
  | { readonly kind: "new"; readonly fragment: Fragment; readonly name: string }

export function gestureFor({ document }: EditorState, dragged: Dragged, place: Place): Gesture | null {
  if (!document) return null
  if (dragged.kind === "new")
    return {
      name: "Insert",
      commands: [{ type: "insert", document: document.ref, place, fragment: dragged.fragment }],
      select: dragged.fragment.roots.slice(0, 1),
    }
  const parent = document.nodes.get(place.parent)
  const [only, ...more] = dragged.nodes
  const stays = more.length === 0 && (place.after === only || place.before === only)
  if (parent?.kind !== "element" || stays) return null
  // Neighbours that are dragged along are no place to stand beside.
  const moving = new Set(dragged.nodes)
  let left = place.after === null ? -1 : parent.children.indexOf(place.after)
  while (left >= 0 && moving.has(parent.children[left]!)) left -= 1
  let right = place.before === null ? parent.children.length : parent.children.indexOf(place.before)
  while (right < parent.children.length && moving.has(parent.children[right]!)) right += 1
  let after = parent.children[left] ?? null
  const before = parent.children[right] ?? null
  const commands = dragged.nodes.map((node): SingleCommand => {
    const here = { parent: place.parent, after, before }
    after = node
    return { type: "move", document: document.ref, node, place: here }
  })
  return { name: "Move", commands, select: dragged.nodes }
}

/** Why it may not land there; null where it may. */
export function whyNotThere(state: EditorState, dragged: Dragged, place: Place): string | null {
  const { document } = state
  if (!document) return "It was deleted meanwhile."
  if (dragged.kind === "nodes" && dragged.nodes.some((id) => document.nodes.get(id)?.locked)) return "It is locked."
  if (hasNoSlot(state, document.nodes.get(place.parent))) return NO_SLOT
  if (dragged.kind === "new" && holdsUseOf(dragged.fragment, document.ref))
    return "A component cannot stand in itself. Put it on a page, or into another component."
  const gesture = gestureFor(state, dragged, place)
  if (!gesture) return null
  const applied = apply(state.site, { type: "group", commands: gesture.commands }, guardBySettings)
  return applied.ok ? null : forPeople(applied.reason)
}

function holdsUseOf({ nodes }: Fragment, { type, id }: DocumentRef): boolean {
  if (type !== "visualComponent") return false
  return nodes.some((node) => node.kind === "element" && node.tag === USE && componentOf(node) === id)
}
