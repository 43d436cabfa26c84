import { LeaveDialog } from "@countersign/ui"
import { useLeaveGuard } from "./use-leave-guard.ts"

/** Asks before a page with unsaved text is left, by a link, the back button or closing the tab. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  return <LeaveDialog {...useLeaveGuard(unsaved)} />
}
