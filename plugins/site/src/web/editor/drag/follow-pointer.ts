interface Hearing {
  move(event: PointerEvent): void
  up(event: PointerEvent): void
  /** However it ended. */
  ended(): void
}

/** Hears of the pointer until it is taken away, Escape is pressed, or what this answers is called. */
export function followPointer({ move, up, ended }: Hearing): () => void {
  function key(event: KeyboardEvent): void {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  function end(): void {
    ended()
    window.removeEventListener("pointermove", move)
    window.removeEventListener("pointerup", up)
    window.removeEventListener("pointercancel", end)
    window.removeEventListener("keydown", key, true)
  }
  window.addEventListener("pointermove", move)
  window.addEventListener("pointerup", up)
  window.addEventListener("pointercancel", end)
  window.addEventListener("keydown", key, true)
  return end
}
