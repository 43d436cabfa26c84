import { useBlocker } from "@tanstack/react-router"
import { useEffect } from "react"
import { holdUnsaved } from "./unsaved-work.ts"

export interface LeaveGuard {
  /** Somebody is about to leave: ask them. */
  open: boolean
  onStay(): void
  onLeave(): void
}

/** Holds back whoever leaves a page with unsaved text, by a link, the back button or closing the tab. */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const blocker = useBlocker({
    // A filter or a tab in the address is still the same page.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty])
  return {
    open: blocker.status === "blocked",
    onStay: () => blocker.reset?.(),
    onLeave: () => blocker.proceed?.(),
  }
}
