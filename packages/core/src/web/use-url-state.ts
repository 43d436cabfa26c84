import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

export type UrlState = Readonly<Record<string, string | undefined>>
/** Undefined takes a name out of the address. `push` makes a step that the back button undoes. */
export type ChangeUrlState = (patch: UrlState, options?: { push?: boolean }) => void

/** What of a page is worth a link: read from the address, changed by a patch. */
export function useUrlState(): [UrlState, ChangeUrlState] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const named = Object.entries(search).filter(([, value]) => typeof value === "string" || typeof value === "number")
  return [
    Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    (patch, { push = false } = {}) =>
      void navigate({
        to: ".",
        search: ((before: object) => ({ ...before, ...patch })) as never,
        replace: !push,
        resetScroll: false,
      }),
  ]
}

// Long enough not to ask for every letter, short enough not to be felt.
const TYPING_PAUSE_MS = 200

/** Text that shows at once and is told after a pause: for search boxes whose state lives in the address. */
export function useTypedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latestTell = useRef(tell)
  latestTell.current = tell

  useEffect(() => {
    // Changed by other means: the back button, a cleared filter.
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = text.trim()
      latestTell.current(told.current)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
