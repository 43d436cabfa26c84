import { Button, Dialog } from "@countersign/ui"
import type { ReactNode } from "react"
import type { VerbForm } from "./use-verb-form.ts"

/** A form over one verb in a dialog: its fields, what went wrong above them, and the two ways out below. */
export function FormDialog<Values extends object>(props: {
  /** One in the product, as for every form. */
  name: string
  form: VerbForm<Values>
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** The verb and its object: "Create team". */
  submitLabel: string
  children: ReactNode
}) {
  const { name, form, open, onClose, title, description, submitLabel, children } = props
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      onSubmit={form.submit}
      formName={name}
      failure={form.error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  )
}
