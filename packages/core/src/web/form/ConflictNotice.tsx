import { Button, DiffTable, Notice } from "@countersign/ui"
import type { FormState } from "./use-form.ts"

/** That somebody else changed the record meanwhile, and the choice between both. */
export function ConflictNotice<Values extends object>({
  form,
  onTaken,
}: {
  form: FormState<Values>
  /** Called once the other change was taken. */
  onTaken?: () => void
}) {
  const { conflict } = form
  if (!conflict) return null

  const { noun, rows, alsoChanged } = conflict
  return (
    <div className="max-w-2xl">
      <Notice tone="warning" title={`Somebody else changed this ${noun ? `${noun} ` : ""}while you were typing`}>
        <p>
          Nothing is lost until you choose.
          {alsoChanged.length > 0 && ` They also changed ${alsoChanged.join(", ")}, which stays as they left it.`}
        </p>
        {rows.length > 0 && (
          <DiffTable
            rows={rows}
            label="Stored and typed"
            columns={{ before: "Stored now", after: "Yours" }}
            className="mt-2"
          />
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() => {
              form.takeTheirs()
              onTaken?.()
            }}
          >
            Drop mine
          </Button>
          <Button size="sm" variant="primary" busy={form.busy} onClick={form.keepMine}>
            Save mine
          </Button>
        </div>
      </Notice>
    </div>
  )
}
