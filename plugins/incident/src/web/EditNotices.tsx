import { Button, DiffTable, Notice } from "@countersign/ui"
import type { IncidentEditing } from "./use-incident-edit.ts"

/** Somebody else's change of the same field, and the choice between both. */
export function EditNotices({
  editing,
  onSaved,
  onDiscard,
}: {
  editing: IncidentEditing
  onSaved: () => void
  onDiscard: () => void
}) {
  const { conflict, busy } = editing
  if (!conflict) return null

  async function keepMine() {
    if (await conflict?.keepMine()) onSaved()
  }
  function takeTheirs() {
    conflict?.takeTheirs()
    onDiscard()
  }
  return (
    <Notice tone="warning" title="Somebody else changed the same thing meanwhile">
      <p>Before is what they saved, after is what you typed. Nothing of yours is lost until you choose.</p>
      <DiffTable rows={conflict.rows} label="Their change and yours" className="mt-2" />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={keepMine}>
          Save mine over theirs
        </Button>
        <Button onClick={takeTheirs}>Keep theirs</Button>
      </div>
    </Notice>
  )
}
