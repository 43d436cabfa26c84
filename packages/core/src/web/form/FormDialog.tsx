import { Button, type ButtonVariant, Dialog, LeaveDialog } from "@countersign/ui"
import { type ReactNode, useState } from "react"
import { ConflictNotice } from "./ConflictNotice.tsx"
import type { FormState } from "./use-form.ts"
import { useLeaveGuard } from "./use-leave-guard.ts"

export interface FormDialogProps<Values extends object> {
  /** One in the product, as for every form: "team-new". */
  name: string
  form: FormState<Values>
  /** Left out where it is only there while it is open. */
  open?: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  size?: "sm" | "md" | "lg"
  /** The verb and its object: "Create team". */
  submitLabel: string
  submitVariant?: ButtonVariant
  /** The button waits until something is another. */
  waits?: boolean
  /** Asks before text is lost, also by leaving the page: for what takes longer to write than a name. */
  guarded?: boolean
  children: ReactNode
}

/** A form in a dialog: its fields, what went wrong above them, and the two ways out below. Closing it drops what was typed. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { name, form, open = true, onClose, title, description, size, submitLabel, waits, guarded, children } = props
  const [asking, setAsking] = useState(false)
  const isGuarded = open && guarded === true && form.unsaved
  const leaving = useLeaveGuard(isGuarded)

  function close() {
    setAsking(false)
    form.reset()
    onClose()
  }
  const askToClose = () => (isGuarded ? setAsking(true) : close())
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && askToClose()}
      title={title}
      description={description}
      size={size}
      onSubmit={form.submit}
      formName={name}
      failure={form.failure}
      footer={
        <>
          <Button onClick={askToClose}>Cancel</Button>
          {!form.conflict && (
            <Button
              type="submit"
              variant={props.submitVariant ?? "primary"}
              busy={form.busy}
              disabled={waits && !form.dirty}
            >
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <ConflictNotice form={form} />
      </div>
      {guarded && (
        <LeaveDialog
          open={asking || leaving.open}
          onStay={() => {
            setAsking(false)
            leaving.onStay()
          }}
          onLeave={() => {
            if (asking) close()
            leaving.onLeave()
          }}
        />
      )}
    </Dialog>
  )
}
