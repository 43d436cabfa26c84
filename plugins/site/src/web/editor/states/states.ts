/** States of an element that last only for a moment: the canvas shows them for as long as somebody works on their style. */

export interface ElementState {
  /** As CSS writes it, without its colon; empty is no state. */
  readonly id: string
  readonly label: string
  /** Whether what is around the element is in it, too. */
  readonly reachesUp: boolean
}

export const NO_STATE: ElementState = { id: "", label: "As it is", reachesUp: false }

export const STATES: readonly ElementState[] = [
  NO_STATE,
  { id: "hover", label: "While the pointer is on it", reachesUp: true },
  { id: "focus-visible", label: "While the keyboard is on it", reachesUp: false },
  { id: "focus", label: "While it has the focus", reachesUp: false },
  { id: "focus-within", label: "While something in it has the focus", reachesUp: true },
  { id: "active", label: "While it is pressed", reachesUp: true },
]

export function attributeOf(state: string): string {
  return `data-cs-${state}`
}

/** Attributes by which the canvas says that an element is in a state. */
export const STATE_ATTRIBUTES: readonly string[] = STATES.flatMap(({ id }) => (id === "" ? [] : [attributeOf(id)]))

/** What is in quotes or brackets names no state, and is passed over; to the end where nothing closes it. */
const STATE = /"[^"]*(?:"|$)|'[^']*(?:'|$)|\[[^\]]*(?:\]|$)|:(hover|focus-visible|focus-within|focus|active)(?![\w-])/g

/** The selector with another way into each state, of the same weight: `:is(:hover,[data-cs-hover])`. */
export function withStates(selector: string): string {
  if (!selector.includes(":")) return selector
  return selector.replace(STATE, (all, name?: string) => (name ? `:is(:${name},[${attributeOf(name)}])` : all))
}
