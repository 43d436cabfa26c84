import { useLeaveGuard } from "@countersign/core/web"
import { LeaveDialog } from "@countersign/ui"
import { type ReactNode, useState } from "react"

/** Asks before a dialog with unsaved text is closed, and before the page below it is left. */
export function useDiscardGuard(dirty: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  const leaving = useLeaveGuard(dirty)
  return {
    close: () => (dirty ? setAsking(true) : onClose()),
    question: (
      <LeaveDialog
        open={asking || leaving.open}
        onStay={() => {
          setAsking(false)
          leaving.onStay()
        }}
        onLeave={() => {
          if (asking) onClose()
          leaving.onLeave()
        }}
      />
    ),
  }
}
