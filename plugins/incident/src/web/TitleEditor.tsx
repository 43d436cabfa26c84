import { InlineForm } from "@countersign/core/web"
import { Field, TextInput } from "@countersign/ui"
import type { IncidentDetail } from "../contract.ts"
import { useIncidentForm } from "./use-incident-form.ts"

export function TitleEditor({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const form = useIncidentForm(incident, { onClose })
  return (
    <InlineForm name="incident-title" form={form} onClose={onClose} submitLabel="Save title">
      <Field labelHidden label="Title" path="title" className="w-full sm:w-120">
        <TextInput maxLength={200} autoFocus {...form.text("title")} />
      </Field>
    </InlineForm>
  )
}
