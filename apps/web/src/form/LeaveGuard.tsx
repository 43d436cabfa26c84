import { ConfirmDialog } from "@countersign/ui"
import { useBlocker } from "@tanstack/react-router"

/** Asks before a page with unsaved text is left, by a link, the back button or closing the tab. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    // A filter or a tab in the address is still the same page.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => !open && blocker.status === "blocked" && blocker.reset()}
      title="Leave without saving?"
      description="What you typed on this page is not saved and will be gone."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
