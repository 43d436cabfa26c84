import { Button, cx, Form } from "@countersign/ui"
import type { ReactNode } from "react"
import { ConflictNotice } from "./ConflictNotice.tsx"
import { LeaveGuard } from "./LeaveGuard.tsx"
import type { FormState } from "./use-form.ts"

export interface PageFormProps<Values extends object> {
  /** One in the product, as for every form: "team". */
  name: string
  form: FormState<Values>
  submitLabel?: string
  /** Nothing is stored yet: pressing the button before anything is typed says what is needed. */
  isNew?: boolean
  /** Away from here without saving. Left out, what was typed can be undone instead. */
  onCancel?: () => void
  /** Names the form where its heading does not. */
  label?: string
  className?: string
  children: ReactNode
}

/** A form that is a page or a part of one. Its buttons stay in sight as soon as there is something to save. */
export function PageForm<Values extends object>(props: PageFormProps<Values>) {
  const { name, form, submitLabel = "Save", isNew, onCancel, label, className, children } = props
  return (
    <Form
      name={name}
      label={label}
      failure={form.failure}
      onSubmit={form.submit}
      className={cx("flex flex-col gap-5", className)}
    >
      {children}
      <ConflictNotice form={form} />
      <div
        className={cx(
          "flex items-center gap-3 py-3",
          form.dirty && "sticky bottom-(--bottom-bar-height) z-10 -mx-2 border-hairline border-t bg-canvas px-2",
        )}
      >
        {!form.conflict && (
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty && !isNew && !onCancel}>
            {submitLabel}
          </Button>
        )}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {form.dirty && !onCancel && !isNew && (
          <Button variant="quiet" onClick={form.reset}>
            Undo the changes
          </Button>
        )}
        <span role="status" className="text-muted">
          {form.saved ? "Saved" : ""}
        </span>
      </div>
      <LeaveGuard unsaved={form.unsaved} />
    </Form>
  )
}
