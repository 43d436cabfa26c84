import { useBlocker } from "@tanstack/react-router"

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
  return {
    open: blocker.status === "blocked",
    onStay: () => blocker.reset?.(),
    onLeave: () => blocker.proceed?.(),
  }
}
