import { Button } from "@countersign/ui"
import type { VerbForm } from "./use-verb-form.ts"

/** Stays in sight on long forms as soon as there is something to save. */
export function SaveBar<Values extends object>({
  form,
  label = "Save",
  isNew = false,
}: {
  form: VerbForm<Values>
  label?: string
  /** Nothing is stored yet: pressing it before anything is typed says what is needed. */
  isNew?: boolean
}) {
  return (
    <div
      className={
        form.dirty
          ? "sticky bottom-(--bottom-bar-height) -mx-2 flex items-center gap-3 border-hairline border-t bg-canvas px-2 py-3"
          : "flex items-center gap-3 py-3"
      }
    >
      <Button type="submit" variant="primary" busy={form.busy} disabled={!form.dirty && !isNew}>
        {label}
      </Button>
      {form.dirty && (
        <Button variant="quiet" onClick={form.reset}>
          Undo the changes
        </Button>
      )}
      <span role="status" className="text-muted">
        {form.saved ? "Saved" : ""}
      </span>
    </div>
  )
}
