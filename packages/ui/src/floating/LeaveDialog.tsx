import { ConfirmDialog } from "./ConfirmDialog.tsx"

export type LeaveDialogProps = {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks before a page with unsaved text is left. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Leave without saving?"
      description="What you typed on this page is not saved and will be gone."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={onLeave}
    />
  )
}
