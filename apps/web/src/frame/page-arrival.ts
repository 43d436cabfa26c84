import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef } from "react"

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Nobody clicked: the page was opened for the person, whose focus stays where it is. */
    keepsFocus?: true
  }
}

/** The tab is named after the page's heading, whichever plugin drew it. */
export function useDocumentTitle(): void {
  useEffect(() => {
    const main = document.getElementById("main")
    if (!main) return
    const update = () => {
      const heading = main.querySelector("h1")?.textContent?.trim()
      document.title = heading ? `${heading} · Countersign` : "Countersign"
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(main, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
}

/**
 * After going to another page the keyboard starts at its content, unless the page has put the focus somewhere itself, or
 * somebody else went there for the person, who is in the middle of something.
 */
export function useFocusOnArrival(pathname: string): void {
  const router = useRouter()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById("main")
    const isBusy = router.state.location.state.keepsFocus && document.activeElement !== document.body
    if (main && !isBusy && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname, router])
}
