/** Puts an element of the frame into a state, and what is around it where the state reaches so far. */
import { attributeOf, type ElementState } from "./states.ts"

/** Takes the last one out of its state; null puts none in. */
export function createPose(): (element: Element | null, state: ElementState) => void {
  let posed: { element: Element; name: string }[] = []
  return (element, state) => {
    const name = attributeOf(state.id)
    const wanted: Element[] = []
    for (let at = state.id === "" ? null : element; at; at = state.reachesUp ? at.parentElement : null) wanted.push(at)
    for (const one of posed)
      if (one.name !== name || !wanted.includes(one.element)) one.element.removeAttribute(one.name)
    for (const one of wanted) if (!one.hasAttribute(name)) one.setAttribute(name, "")
    posed = wanted.map((one) => ({ element: one, name }))
  }
}
