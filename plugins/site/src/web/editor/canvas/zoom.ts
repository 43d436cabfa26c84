/** How large the page is shown: as it fits, or at one of a few sizes. */

/** `fit` shows the whole width, and nothing larger than it is. */
export type Zoom = "fit" | number

export const ZOOMS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]

export function scaleFor(zoom: Zoom, room: number, width: number): number {
  if (zoom !== "fit") return zoom
  return room === 0 ? 1 : Math.min(1, room / width)
}

/** The next size above or below the one that is shown; the outermost stays. */
export function nextZoom(scale: number, direction: 1 | -1): Zoom {
  // What is shown as it fits may be a hair beside a size.
  const found = direction === 1 ? ZOOMS.find((one) => one > scale + HAIR) : ZOOMS.findLast((one) => one < scale - HAIR)
  return found ?? (direction === 1 ? ZOOMS.at(-1)! : ZOOMS[0]!)
}

const HAIR = 0.01

/** Plain keys of the canvas: those with Ctrl make the whole window larger, which is the browser's own. */
export function zoomOf(key: string, scale: number): Zoom | null {
  switch (key) {
    case "+":
    case "=":
      return nextZoom(scale, 1)
    case "-":
      return nextZoom(scale, -1)
    case "0":
      return "fit"
    case "1":
      return 1
    default:
      return null
  }
}
