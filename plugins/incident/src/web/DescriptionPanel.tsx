import { Button, Field, Form, LazyMarkdown, LinkButton, TextArea } from "@countersign/ui"
import { useState } from "react"
import type { IncidentDetail } from "../contract.ts"
import { EditNotices } from "./EditNotices.tsx"
import { useIncidentEdit } from "./use-incident-edit.ts"

export function DescriptionPanel({ incident }: { incident: IncidentDetail }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <DescriptionEditor incident={incident} onClose={() => setEditing(false)} />
  if (!incident.description)
    return incident.mayChange ? (
      <p>
        <LinkButton onClick={() => setEditing(true)}>Add a description</LinkButton>
      </p>
    ) : null
  return (
    <div className="max-w-[80ch]">
      <LazyMarkdown>{incident.description}</LazyMarkdown>
      {incident.mayChange && (
        <p className="mt-1">
          <LinkButton onClick={() => setEditing(true)}>Edit description</LinkButton>
        </p>
      )}
    </div>
  )
}

function DescriptionEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const editing = useIncidentEdit()
  const [base] = useState(incident)
  const [description, setDescription] = useState(incident.description)

  async function submit() {
    if (description.trim() === base.description || (await editing.save({ description }, base))) onClose()
  }
  return (
    <Form
      name="incident-description"
      failure={editing.failure}
      onSubmit={() => void submit()}
      className="flex flex-col gap-2"
    >
      <Field labelHidden label="Description" path="description">
        <TextArea value={description} autoFocus onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <EditNotices editing={editing} onSaved={onClose} onDiscard={onClose} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={editing.busy}>
          Save description
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  )
}
