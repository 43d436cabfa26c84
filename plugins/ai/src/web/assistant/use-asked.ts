import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef } from "react"

/** Asks what was typed into the palette, once. It comes with the history entry and not with the address: no link can ask for somebody. */
export function useAsked(ready: boolean, ask: (text: string) => unknown): void {
  const { history } = useRouter()
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    const { ask: text, ...state } = history.location.state as { ask?: unknown }
    if (!ready || typeof text !== "string") return
    // Coming back to this entry must not ask again.
    history.replace(history.location.href, state)
    void latest.current(text)
  }, [ready, history])
}
