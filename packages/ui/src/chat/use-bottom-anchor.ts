import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"

/** Closer than this to the end counts as being there: a line of text. */
const NEAR_PX = 40
/** A scroll this soon after one of these is somebody's own. */
const HAND_MS = 500
const HAND_EVENTS = ["wheel", "touchmove", "keydown", "pointerdown"]
const MOVING_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"])

/**
 * Keeps a growing thread at its end for those who read there, and still for those who have scrolled away. What is put
 * in before the first message moves nothing.
 */
export function useBottomAnchor(firstId: string | undefined, writing: boolean) {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const isWriting = useRef(writing)
  isWriting.current = writing
  const [away, setAway] = useState<"no" | "yes" | "missing">("no")

  const toEnd = useCallback(() => {
    const box = scroller.current
    if (!box) return
    atEnd.current = true
    setAway("no")
    box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return
    let height = box.scrollHeight
    let room = box.clientHeight
    let movedAt = Number.NEGATIVE_INFINITY
    const follow = () => {
      const grew = box.scrollHeight > height
      height = box.scrollHeight
      room = box.clientHeight
      if (atEnd.current) box.scrollTop = box.scrollHeight
      else if (grew && isWriting.current) setAway("missing")
    }
    const look = () => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
      // A text that shrinks or a composer that grows scrolls too, before anybody is told of the new sizes.
      const resized = box.scrollHeight !== height || box.clientHeight !== room
      const byHand = performance.now() - movedAt < HAND_MS
      if (near || byHand || !resized) atEnd.current = near
      setAway((before) => (atEnd.current ? "no" : before === "missing" ? "missing" : "yes"))
    }
    // What somebody opens grows downwards from where they pressed, not up and away from under the pointer.
    const hold = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[aria-expanded]")) atEnd.current = false
    }
    const observer = new ResizeObserver(follow)
    observer.observe(box)
    observer.observe(inner)
    const move = (event: Event) => {
      if (isMove(event)) movedAt = performance.now()
    }
    for (const name of HAND_EVENTS) box.addEventListener(name, move, { passive: true })
    box.addEventListener("scroll", look, { passive: true })
    inner.addEventListener("click", hold, { capture: true })
    return () => {
      observer.disconnect()
      for (const name of HAND_EVENTS) box.removeEventListener(name, move)
      box.removeEventListener("scroll", look)
      inner.removeEventListener("click", hold, { capture: true })
    }
  }, [])

  const first = useRef({ id: firstId, height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const before = first.current
    if (before.id !== undefined && before.id !== firstId && !atEnd.current)
      box.scrollTop += box.scrollHeight - before.height
    first.current = { id: firstId, height: box.scrollHeight }
  })

  return { scroller, content, away, toEnd }
}

/** Pressing a button of a card is no scrolling: what becomes of it is followed like anything else. */
function isMove(event: Event): boolean {
  const { target, currentTarget } = event
  // On the scrolling box itself only its scrollbar can be pressed.
  if (event.type === "pointerdown") return target === currentTarget
  if (!(event instanceof KeyboardEvent)) return true
  const typing = target instanceof Element && target.closest("input, textarea, button") !== null
  return MOVING_KEYS.has(event.key) && (event.key === "Tab" || !typing)
}
