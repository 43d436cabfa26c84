import { useEffect, useRef } from "react"

/** What a key does on the page that is open. */
export interface PageKey {
  /** As `useShortcuts` writes them: "Mod-d", "Alt-ArrowUp", "Delete". */
  readonly keys: string
  readonly label: string
  /** Where it can be done right now, the palette offers it. */
  readonly run?: (() => void) | undefined
}

export interface PageKeyGroup {
  readonly title: string
  readonly keys: readonly PageKey[]
}

const open: { current: () => readonly PageKeyGroup[] }[] = []

/**
 * The page's own keys on the map that `?` shows and in the palette, for as long as the component is there. The page answers the keys
 * itself; it is asked for them whenever one of the two is opened.
 */
export function usePageKeyMap(groups: () => readonly PageKeyGroup[]): void {
  const current = useRef(groups)
  current.current = groups
  useEffect(() => {
    open.push(current)
    return () => void open.splice(open.indexOf(current), 1)
  }, [])
}

/** Of all that is on the page now. */
export function pageKeyMap(): readonly PageKeyGroup[] {
  return open.flatMap(({ current }) => current()).filter(({ keys }) => keys.length > 0)
}
