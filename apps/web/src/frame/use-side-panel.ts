import { mayOpen, type Registry, useRegistry } from "@countersign/core/web"
import { useMediaQuery, useShortcuts } from "@countersign/ui"
import { useEffect, useRef, useState } from "react"
import type { Me } from "../session.ts"

export interface SidePanel {
  panel: NonNullable<Registry["panel"]>
  open: boolean
  /** Opened just now, by hand. */
  arrived: boolean
  toggle(): void
  close(): void
  /** Before another page is opened for the person: what they have at full size goes on beside it. */
  stayBeside(): void
}

const KEY = "countersign.side-panel"
/** Too narrow for two: the panel fills the screen. */
const COVERS = "(max-width: 63.99rem)"

/**
 * The panel beside the pages, open or closed as this browser was left. Where it fills the screen it makes way for the
 * page that somebody goes to. Null for those it is not open to.
 */
export function useSidePanel(me: Me, pathname: string): SidePanel | null {
  const [open, setOpen] = useState(() => localStorage.getItem(KEY) === "open" && !window.matchMedia(COVERS).matches)
  const [arrived, setArrived] = useState(false)
  const opener = useRef<Element | null>(null)
  const offered = useRegistry().panel
  const panel = offered && mayOpen(me, offered.access) ? offered : null
  const atFullSize = panel !== null && (pathname === panel.fullPage || pathname.startsWith(`${panel.fullPage}/`))
  const shown = panel !== null && open && !atFullSize

  function change(next: boolean): void {
    localStorage.setItem(KEY, next ? "open" : "closed")
    if (next) opener.current = document.activeElement
    setOpen(next)
    setArrived(next)
  }
  function close(): void {
    change(false)
    // Back to where one was, unless that is gone.
    const from = opener.current
    const back = from instanceof HTMLElement && from !== document.body && from.isConnected ? from : null
    setTimeout(() => (back ?? document.getElementById("main"))?.focus({ preventScroll: true }))
  }
  function toggle(): void {
    if (atFullSize) document.querySelector<HTMLElement>("#main form textarea")?.focus()
    else if (shown) close()
    else change(true)
  }
  function stayBeside(): void {
    // Where it would cover the page that is to be seen, it waits behind its button.
    if (!atFullSize || window.matchMedia(COVERS).matches) return
    localStorage.setItem(KEY, "open")
    setOpen(true)
    // Whoever was writing goes on writing there.
    setArrived(document.activeElement instanceof HTMLTextAreaElement)
  }
  useShortcuts(panel ? { [`Mod-${panel.shortcut}`]: toggle } : {})
  const covers = useMediaQuery(COVERS) && shown
  useInertPage(covers)
  const place = useRef(pathname)
  useEffect(() => {
    if (place.current !== pathname && covers) setOpen(false)
    place.current = pathname
  }, [pathname, covers])

  return panel && { panel, open: shown, arrived, toggle, close, stayBeside }
}

/** Where the panel fills the screen, what it covers is out of reach for the keyboard too. */
function useInertPage(covers: boolean): void {
  useEffect(() => {
    if (!covers) return
    const parts = [...document.querySelectorAll<HTMLElement>("[data-app-frame] > :not(aside)")]
    for (const part of parts) part.inert = true
    return () => {
      for (const part of parts) part.inert = false
    }
  }, [covers])
}
