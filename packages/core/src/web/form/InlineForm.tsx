import { Button, cx, Form } from "@countersign/ui"
import type { ReactNode } from "react"
import { ConflictNotice } from "./ConflictNotice.tsx"
import type { FormState } from "./use-form.ts"

export interface InlineFormProps<Values extends object> {
  /** One in the product, as for every form: "incident-title". */
  name: string
  form: FormState<Values>
  onClose: () => void
  /** The verb and its object: "Save title". */
  submitLabel: string
  cancelLabel?: string
  size?: "sm" | "md"
  /** Between the fields and the buttons, in their line. */
  beside?: ReactNode
  className?: string
  children: ReactNode
}

/** A form in the place of what it changes. Escape, Cancel and taking another's change close it. */
export function InlineForm<Values extends object>(props: InlineFormProps<Values>) {
  const { name, form, onClose, submitLabel, cancelLabel = "Cancel", size, beside, className, children } = props

  function close() {
    form.reset()
    onClose()
  }
  return (
    <Form
      name={name}
      failure={form.failure}
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}
      className={cx("flex flex-col gap-2", className)}
    >
      {children}
      <ConflictNotice form={form} onTaken={onClose} />
      <div className="flex flex-wrap items-center gap-2">
        {beside}
        {!form.conflict && (
          <Button type="submit" size={size} variant="primary" busy={form.busy}>
            {submitLabel}
          </Button>
        )}
        <Button size={size} onClick={close}>
          {cancelLabel}
        </Button>
      </div>
    </Form>
  )
}
