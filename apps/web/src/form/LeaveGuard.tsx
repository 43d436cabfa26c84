import { useLeaveGuard } from "@countersign/core/web"
import { LeaveDialog } from "@countersign/ui"

/** Asks before a page with unsaved text is left, by a link, the back button or closing the tab. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  return <LeaveDialog {...useLeaveGuard(dirty)} />
}
