import { Button, EmptyState, Field, Form, LazyMarkdown, Notice, TextArea } from "@countersign/ui"
import { FileText } from "lucide-react"
import type { IncidentDetail } from "../contract.ts"
import { EditNotices } from "./EditNotices.tsx"
import { useDraft } from "./use-draft.ts"
import { useIncidentEdit } from "./use-incident-edit.ts"

const OUTLINE = "## What happened\n\n\n## Why\n\n\n## What went well\n\n\n## What we change\n\n"

interface Draft {
  /** Null: nobody is writing. */
  text: string | null
  /** What the writing began from, so that a change by somebody else shows however long it takes. */
  version: number
  began: string
}

export function PostmortemTab({ incident }: { incident: IncidentDetail }) {
  const { draft, change, clear } = useDraft<Draft>(`incident-postmortem:${incident.id}`, {
    text: null,
    version: incident.version,
    began: incident.postmortem,
  })
  const begin = (text: string) => change({ text, version: incident.version, began: incident.postmortem })
  if (draft.text !== null && incident.mayChange)
    return (
      <Editor
        incident={incident}
        base={{ ...incident, version: draft.version, postmortem: draft.began }}
        text={draft.text}
        onText={(text) => change({ text })}
        onClose={clear}
      />
    )
  if (!incident.postmortem)
    return (
      <EmptyState
        title="No post-mortem yet"
        icon={<FileText />}
        action={
          incident.mayChange && (
            <Button variant="primary" onClick={() => begin(OUTLINE)}>
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
          <Button onClick={() => begin(incident.postmortem)}>Edit post-mortem</Button>
        </div>
      )}
    </div>
  )
}

function Editor({
  incident,
  base,
  text,
  onText,
  onClose,
}: {
  incident: IncidentDetail
  base: IncidentDetail
  text: string
  onText: (text: string) => void
  onClose: () => void
}) {
  const editing = useIncidentEdit()

  async function submit() {
    if (await editing.save({ postmortem: text }, base)) onClose()
  }
  return (
    <Form
      name="incident-postmortem"
      failure={editing.failure}
      onSubmit={() => void submit()}
      className="flex flex-col gap-2"
    >
      <Field
        labelHidden
        label="Post-mortem"
        path="postmortem"
        hint="Markdown works. What you write is kept in this browser until you save it."
      >
        <TextArea
          className="max-h-[60vh]! min-h-80!"
          value={text}
          autoFocus
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      {incident.postmortem !== base.postmortem && !editing.conflict && (
        <Notice tone="warning">Somebody saved another post-mortem since you began. Saving shows you both.</Notice>
      )}
      <EditNotices editing={editing} onSaved={onClose} onDiscard={onClose} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={editing.busy}>
          Save post-mortem
        </Button>
        <Button onClick={onClose}>Discard</Button>
      </div>
    </Form>
  )
}
