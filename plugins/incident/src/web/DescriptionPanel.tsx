import { InlineForm } from "@countersign/core/web"
import { Field, LazyMarkdown, LinkButton, TextArea } from "@countersign/ui"
import { useState } from "react"
import type { IncidentDetail } from "../contract.ts"
import { useIncidentForm } from "./use-incident-form.ts"

export function DescriptionPanel({ incident }: { incident: IncidentDetail }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <DescriptionEditor incident={incident} onClose={() => setEditing(false)} />
  const edit = incident.mayChange && (
    <p className="mt-1">
      <LinkButton onClick={() => setEditing(true)}>
        {incident.description ? "Edit description" : "Add a description"}
      </LinkButton>
    </p>
  )
  if (!incident.description) return edit || null
  return (
    <div className="max-w-[80ch]">
      <LazyMarkdown>{incident.description}</LazyMarkdown>
      {edit}
    </div>
  )
}

function DescriptionEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const form = useIncidentForm(incident, { onClose })
  return (
    <InlineForm name="incident-description" form={form} onClose={onClose} submitLabel="Save description">
      <Field labelHidden label="Description" path="description">
        <TextArea autoFocus {...form.text("description")} />
      </Field>
    </InlineForm>
  )
}
