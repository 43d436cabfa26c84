import { storedNow, useChange } from "@countersign/core/web"
import { Button, ConfirmDialog, DiffTable, Field, Form, Notice, Select, TextArea } from "@countersign/ui"
import { type KeyboardEvent, useState } from "react"
import { type IncidentUpdate, incidentContract, type Visibility } from "../contract.ts"
import { useVisibilityChoices } from "./words.ts"

export function UpdateEditor({
  incidentId,
  update,
  onClose,
}: {
  incidentId: string
  update: IncidentUpdate
  onClose: () => void
}) {
  const [message, setMessage] = useState(update.message)
  const [visibility, setVisibility] = useState<Visibility>(update.visibility)
  // What saving is based on: as it was read first, or as somebody else left it once that was looked at.
  const [base, setBase] = useState(update)
  const change = useChange(incidentContract.editUpdate, { onDone: onClose })
  const theirs = storedNow(change.error, base, update)

  function save(from: IncidentUpdate) {
    const input = { id: incidentId, updateId: update.id, version: from.version, visibility }
    // One that only moved the status may stay without words.
    change.mutate(message.trim() === from.message ? input : { ...input, message })
  }
  function submit() {
    if (!change.isPending) save(base)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit()
    if (event.key === "Escape") onClose()
  }
  function keepMine(current: IncidentUpdate) {
    setBase(current)
    save(current)
  }

  return (
    <Form
      name="incident-update-edit"
      failure={change.error}
      onSubmit={submit}
      onKeyDown={handleKey}
      className="flex flex-col gap-2"
    >
      <Field labelHidden label="Text of the update" path="message">
        <TextArea value={message} autoFocus onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          prefixLabel="Visible to"
          value={visibility}
          onChange={(value) => setVisibility(value as Visibility)}
          options={useVisibilityChoices(update.visibility)}
        />
        <Button type="submit" variant="primary" busy={change.isPending}>
          Save update
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      {theirs && (
        <Notice tone="warning" title="Somebody else corrected this update meanwhile">
          <p>Before is what it says now, after is what you typed.</p>
          <DiffTable
            rows={[{ label: "Text", before: theirs.message, after: message }]}
            label="Their text and yours"
            className="mt-2"
          />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => keepMine(theirs)}>
              Save mine over theirs
            </Button>
            <Button onClick={onClose}>Keep theirs</Button>
          </div>
        </Notice>
      )}
    </Form>
  )
}

export function DeleteUpdateDialog({
  incidentId,
  update,
  onClose,
}: {
  incidentId: string
  update: IncidentUpdate
  onClose: () => void
}) {
  const change = useChange(incidentContract.deleteUpdate)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this update?"
      description={
        update.status
          ? "Its text and earlier texts are gone for good. The incident keeps the status it has."
          : "Its text and earlier texts are gone for good. The history keeps who deleted it and when."
      }
      confirmLabel="Delete update"
      onConfirm={() => change.mutateAsync({ id: incidentId, updateId: update.id })}
    />
  )
}
