import { useRef } from "react"

/** The last thing a dialog was about: it still shows it while it closes. */
export function useKept<Thing>(thing: Thing | null): Thing | null {
  const kept = useRef(thing)
  if (thing !== null) kept.current = thing
  return kept.current
}
