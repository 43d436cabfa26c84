import { useEffect, useReducer, useRef } from "react"

/**
 * What a list shows, held still between press and release: a row that comes in above would push another one, or none,
 * under the pointer, and the click would be lost or meant for somebody else. What came meanwhile is shown right after.
 */
export function useSteady<Value>(value: Value): Value {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const shown = useRef(value)
  const isHeld = isPressed && shown.current !== undefined && shown.current !== value
  if (!isHeld) shown.current = value
  useEffect(() => (isHeld ? onRelease(draw) : undefined), [isHeld])
  return shown.current
}

/** A finger's click comes some frames after it left; where none comes, nobody waits for it any longer. */
const LATEST_CLICK_MS = 300

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function onRelease(tell: () => void): () => void {
  waiting.add(tell)
  if (!isPressed) release()
  return () => void waiting.delete(tell)
}

function releaseAfter(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(release, ms)
}

function release(): void {
  isPressed = false
  for (const tell of [...waiting]) tell()
}

// Modules are also loaded where there is no page: by tests, and by what lists the parts of the product.
if (typeof window !== "undefined") {
  const early = { capture: true, passive: true }
  addEventListener(
    "pointerdown",
    () => {
      clearTimeout(timer)
      isPressed = true
    },
    early,
  )
  addEventListener("pointerup", () => releaseAfter(LATEST_CLICK_MS), early)
  // After whoever is clicked has heard of it.
  addEventListener("click", () => releaseAfter(0), early)
  // It became a scroll, a drag, or something of another window's.
  for (const end of ["pointercancel", "dragend"]) addEventListener(end, () => releaseAfter(0), early)
  // Not on its way down: a press takes the keyboard from whatever had it.
  addEventListener("blur", () => releaseAfter(0))
}
