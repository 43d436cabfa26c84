import { Button, Field, Form, TextInput } from "@countersign/ui"
import { type KeyboardEvent, useState } from "react"
import type { IncidentDetail } from "../contract.ts"
import { EditNotices } from "./EditNotices.tsx"
import { useIncidentEdit } from "./use-incident-edit.ts"

export function TitleEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const editing = useIncidentEdit()
  // The record the typing began from: later reads must not hide a change that came between.
  const [base] = useState(incident)
  const [title, setTitle] = useState(incident.title)

  async function submit() {
    if (title.trim() === base.title || (await editing.save({ title }, base))) onClose()
  }
  function cancelByKey(event: KeyboardEvent) {
    if (event.key === "Escape") onClose()
  }
  return (
    <Form
      name="incident-title"
      failure={editing.failure}
      onSubmit={() => void submit()}
      onKeyDown={cancelByKey}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field labelHidden label="Title" path="title" className="w-full sm:w-120">
          <TextInput value={title} maxLength={200} autoFocus onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" busy={editing.busy}>
          Save title
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <EditNotices editing={editing} onSaved={onClose} onDiscard={onClose} />
    </Form>
  )
}
