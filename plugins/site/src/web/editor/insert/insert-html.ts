import type { Fragment, Place } from "../../../document.ts"
import { type Dragged, gestureFor, whyNotThere } from "../drag/dropping.ts"
import type { EditorState, EditorStore } from "../store/editor-store.ts"
import { elementOf, placeAtEnd, placeBehind, wayTo } from "../store/tree.ts"
import { hostOf } from "../text/phrasing.ts"
import { stylesTold } from "./styles-told.ts"

/** Too large for the first sight of a page, and needed without a network as well: the editor loads it once it is open. */
export const loadReader = () => import("./read-html.ts")

interface InsertOptions {
  /** Where it was dropped. */
  there?: Place | null
  /** What it is called in the layers. */
  label?: string | undefined
}

/** Puts something new where it fits: there, into what is selected, behind it, or behind what is around it. */
export async function insertHtml(
  store: EditorStore,
  html: string,
  name: string,
  { there = null, label }: InsertOptions = {},
): Promise<boolean> {
  const reader = await loadReader().catch(() => null)
  if (!reader) {
    store.tell("What is needed to insert something could not be loaded. Reload the page once you are connected.")
    return false
  }
  const read = reader.readHtml(store.get().site, html, store.nextId)
  if (!read.ok) {
    store.tell(read.reason)
    return false
  }
  const { styles } = read
  const fragment = withLabel(read.fragment, label)
  const done = () => {
    if (read.report.length > 0) store.tell(read.report.slice(0, 3).join(" "))
    const told = stylesTold(read)
    const takeTheirs = {
      label: "Take theirs",
      run: () => void store.perform({ name: "Take styles", commands: read.takeAll(store.get().site).commands }),
    }
    if (told) store.tell(told.text, told.tone, styles.kept.length > 0 ? takeTheirs : undefined)
    return true
  }
  if (fragment.roots.length === 0) return store.perform({ name, commands: styles.commands }).ok && done()
  const dragged: Dragged = { kind: "new", fragment, name }
  const state = store.get()
  let first: string | null = null
  for (const place of there ? [there, ...placesFor(state)] : placesFor(state)) {
    const reason = whyNotThere(state, dragged, place)
    first ??= reason
    if (reason !== null) continue
    const gesture = gestureFor(state, dragged, place)
    if (!gesture) return false
    // One gesture: whoever takes back what was inserted takes its styles back too.
    const commands = [...styles.commands, ...gesture.commands]
    return store.perform({ ...gesture, name, commands }).ok && done()
  }
  if (first) store.tell(first)
  return false
}

/** What comes out of the palette with a name of its own is called so in the layers. */
export function withLabel({ roots, nodes }: Fragment, label: string | undefined): Fragment {
  if (label === undefined) return { roots, nodes }
  return { roots, nodes: nodes.map((node) => (node.id === roots[0] ? { ...node, label } : node)) }
}

function placesFor({ document, selection }: EditorState): Place[] {
  if (!document) return []
  const current = selection.at(-1) ?? document.contentNodeId
  const node = elementOf(document, current)
  const places: (Place | null)[] = []
  const isWorded = node !== null && node.children.length > 0 && hostOf(document, node.id) !== null
  if (node && !isWorded) places.push(placeAtEnd(node))
  for (const around of wayTo(document, current).toReversed())
    if (around.id !== document.contentNodeId) places.push(placeBehind(document, around.id))
  const content = elementOf(document, document.contentNodeId)
  if (content) places.push(placeAtEnd(content))
  return places.filter((place) => place !== null)
}
