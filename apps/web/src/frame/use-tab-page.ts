import { hasUnsavedWork, useTabBridge } from "@countersign/core/web"
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import type { Me } from "../session.ts"
import type { SidePanel } from "./use-side-panel.ts"

/** Lets the assistant ask this tab for something: where it may go, and how the person is left in peace meanwhile. */
export function useTabPage(me: Me, side: SidePanel | null): void {
  const router = useRouter()
  const client = useQueryClient()
  useTabBridge({
    me,
    now: () => ({ path: router.state.location.pathname, title: headingOf() ?? "" }),
    async open(path) {
      if (router.state.location.pathname === path) return "opened"
      if (hasUnsavedWork()) return "unsaved"
      side?.stayBeside()
      const shown = arrival(router)
      router.history.push(path, { keepsFocus: true })
      await shown
      await untilRead(client)
      return "opened"
    },
  })
}

// A page that is not there by then is answered for as it stands: its person sees the same.
const ARRIVAL_MS = 15_000
const READ_MS = 5_000
const DRAWN_MS = 50

function arrival(router: ReturnType<typeof useRouter>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe("onResolved", () => resolve())
  const timer = setTimeout(resolve, ARRIVAL_MS)
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
  })
}

/** Pages are named by what they have read; before that they say only what kind of thing it is. */
async function untilRead(client: QueryClient): Promise<void> {
  // What a page reads begins after it is drawn, and is drawn after it was read.
  await pause(DRAWN_MS)
  const isRead = () => headingOf() && client.isFetching({ predicate: ({ state }) => state.status === "pending" }) === 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isRead() && resolve()
  const stop = client.getQueryCache().subscribe(look)
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  const timer = setTimeout(resolve, READ_MS)
  look()
  await promise
  clearTimeout(timer)
  stop()
  observer.disconnect()
  await pause(DRAWN_MS)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function headingOf(): string | undefined {
  return document.querySelector("#main h1")?.textContent?.trim() || undefined
}
