import { InlineForm } from "@countersign/core/web"
import { Button, EmptyState, Field, LazyMarkdown, Notice, TextArea } from "@countersign/ui"
import { FileText } from "lucide-react"
import { useState } from "react"
import type { IncidentDetail } from "../contract.ts"
import { type IncidentForm, useIncidentForm } from "./use-incident-form.ts"

const OUTLINE = "## What happened\n\n\n## Why\n\n\n## What went well\n\n\n## What we change\n\n"

export function PostmortemTab({ incident }: { incident: IncidentDetail }) {
  const [writing, setWriting] = useState(false)
  const close = () => setWriting(false)
  const begin = () => {
    setWriting(true)
    form.set("postmortem", OUTLINE)
  }
  const form = useIncidentForm(incident, { onClose: close, keep: `incident-postmortem:${incident.id}` })
  if (incident.mayChange && (writing || form.dirty)) return <Editor incident={incident} form={form} onClose={close} />
  if (!incident.postmortem)
    return (
      <EmptyState
        title="No post-mortem yet"
        icon={<FileText />}
        action={
          incident.mayChange && (
            <Button variant="primary" onClick={begin}>
              Write the post-mortem
            </Button>
          )
        }
      >
        Once it is over, write down what happened, why, and what changes because of it.
      </EmptyState>
    )
  return (
    <div className="flex max-w-[80ch] flex-col gap-4">
      <LazyMarkdown headingLevel={2}>{incident.postmortem}</LazyMarkdown>
      {incident.mayChange && (
        <div>
          <Button onClick={() => setWriting(true)}>Edit post-mortem</Button>
        </div>
      )}
    </div>
  )
}

function Editor(props: { incident: IncidentDetail; form: IncidentForm; onClose: () => void }) {
  const { incident, form, onClose } = props
  return (
    <InlineForm
      name="incident-postmortem"
      form={form}
      onClose={onClose}
      submitLabel="Save post-mortem"
      cancelLabel="Discard"
    >
      <Field
        labelHidden
        label="Post-mortem"
        path="postmortem"
        hint="Markdown works. What you write is kept in this browser until you save it."
      >
        <TextArea className="max-h-[60vh]! min-h-80!" autoFocus {...form.text("postmortem")} />
      </Field>
      {incident.postmortem !== form.stored.postmortem && !form.conflict && (
        <Notice tone="warning">Somebody saved another post-mortem since you began. Saving shows you both.</Notice>
      )}
    </InlineForm>
  )
}
