/** What is drawn over the frame: what is pointed at, what is selected with its name, and where something will land. */
import type { NodeId } from "../../../document.ts"
import { LOOKS } from "../looks.tsx"
import type { Box } from "./geometry.ts"

export interface Marks {
  /** Draws boxes where the nodes are now; those that are nowhere to be seen are left out. */
  place(shown: { hover: Mark | null; selected: readonly Mark[]; others: readonly Mark[] }): void
  line(box: Box | null, isRefused: boolean): void
  /** The frame that somebody draws around things. */
  marquee(box: Box | null): void
}

export interface Mark {
  readonly id: NodeId
  readonly name: string
  readonly box: Box
}

export function createMarks(layer: HTMLElement, scale: () => number): Marks {
  const hover = boxIn(layer, LOOKS.hover)
  const line = boxIn(layer, LOOKS.allowed)
  const marquee = boxIn(layer, LOOKS.marquee)
  const selected: HTMLElement[] = []
  const others: HTMLElement[] = []
  hover.dataset.mark = "hover"
  marquee.dataset.mark = "marquee"

  function put(element: HTMLElement, box: Box): void {
    const by = scale()
    element.hidden = false
    element.style.transform = `translate(${box.left * by}px, ${box.top * by}px)`
    element.style.width = `${box.width * by}px`
    element.style.height = `${box.height * by}px`
  }

  /** Boxes with a name; those that are not needed any more are kept for the next time. */
  function placeNamed(elements: HTMLElement[], shown: readonly Mark[], kind: "selected" | "other"): void {
    for (const [at, mark] of shown.entries()) {
      let element = elements[at]
      if (!element) {
        element = boxIn(layer, LOOKS[kind])
        element.dataset.mark = kind
        const name = window.document.createElement("span")
        name.className = kind === "selected" ? LOOKS.name : LOOKS.otherName
        element.append(name)
        elements.push(element)
      }
      const name = element.firstElementChild as HTMLElement
      if (name.textContent !== mark.name) name.textContent = mark.name
      name.toggleAttribute("data-below", mark.box.top * scale() < NAME_PX)
      put(element, mark.box)
    }
    for (const element of elements.slice(shown.length)) element.hidden = true
  }

  return {
    place(shown) {
      if (shown.hover) put(hover, shown.hover.box)
      else hover.hidden = true
      placeNamed(selected, shown.selected, "selected")
      placeNamed(others, shown.others, "other")
    },
    marquee(box) {
      marquee.hidden = box === null
      if (box) put(marquee, box)
    },
    line(box, isRefused) {
      line.hidden = box === null
      if (!box) return
      line.dataset.dropLine = isRefused ? "refused" : "allowed"
      line.className = isRefused ? LOOKS.refused : LOOKS.allowed
      put(line, box)
    },
  }
}

const NAME_PX = 22

function boxIn(layer: HTMLElement, className: string): HTMLElement {
  const element = window.document.createElement("div")
  element.className = className
  element.hidden = true
  layer.append(element)
  return element
}
