import { useChange } from "@countersign/core/web"
import { Button, Dialog, Field, type FormFailure, Select, TextArea, useToast } from "@countersign/ui"
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { type Incident, incidentContract, OPEN_STATUSES, type Visibility } from "../contract.ts"
import { STATUS_WORDS, useVisibilityChoices } from "./words.ts"

interface StatusDialogProps {
  incident: Incident
  onClose: () => void
}

export function ResolveDialog({ incident, onClose }: StatusDialogProps) {
  const toast = useToast()
  const [note, setNote] = useState("")
  const [visibility, setVisibility] = useState<Visibility>("signedIn")
  const change = useChange(incidentContract.resolve, {
    alsoChanges: ["catalog.system"],
    onDone() {
      toast.success("Incident resolved", incident.title)
      onClose()
    },
  })
  return (
    <NoteDialog
      formName="incident-resolve"
      title="Resolve this incident?"
      description={
        incident.healthOverride === "none"
          ? "The note closes its timeline."
          : `The note closes its timeline, and its systems no longer count as ${incident.healthOverride} because of it.`
      }
      confirmLabel="Resolve incident"
      note={note}
      onNote={setNote}
      visibility={visibility}
      onVisibility={setVisibility}
      busy={change.isPending}
      failure={change.error}
      onConfirm={() => change.mutate({ id: incident.id, note, visibility })}
      onClose={onClose}
    />
  )
}

export function ReopenDialog({ incident, onClose }: StatusDialogProps) {
  const toast = useToast()
  const [note, setNote] = useState("")
  const [visibility, setVisibility] = useState<Visibility>("signedIn")
  const [status, setStatus] = useState<(typeof OPEN_STATUSES)[number]>("investigating")
  const change = useChange(incidentContract.reopen, {
    alsoChanges: ["catalog.system"],
    onDone() {
      toast.success("Incident reopened", incident.title)
      onClose()
    },
  })
  return (
    <NoteDialog
      formName="incident-reopen"
      title="Reopen this incident?"
      description="The note says in its timeline why it is not over."
      confirmLabel="Reopen incident"
      note={note}
      onNote={setNote}
      visibility={visibility}
      onVisibility={setVisibility}
      busy={change.isPending}
      failure={change.error}
      onConfirm={() => change.mutate({ id: incident.id, note, status, visibility })}
      onClose={onClose}
    >
      <Field label="Status">
        <Select
          value={status}
          onChange={(value) => setStatus(value as typeof status)}
          options={OPEN_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
        />
      </Field>
    </NoteDialog>
  )
}

function NoteDialog(props: {
  title: string
  description: string
  confirmLabel: string
  note: string
  onNote: (note: string) => void
  visibility: Visibility
  onVisibility: (visibility: Visibility) => void
  busy: boolean
  formName: string
  failure: FormFailure | null
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  const confirm = () => !props.busy && props.onConfirm()

  function confirmByKey(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) confirm()
  }
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      description={props.description}
      size="sm"
      initialFocus={text}
      onSubmit={confirm}
      formName={props.formName}
      failure={props.failure}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={props.busy}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Note" path="note" required hint="What happened, what was done. Ctrl or Cmd with Enter confirms.">
          <TextArea
            ref={text}
            value={props.note}
            onChange={(event) => props.onNote(event.target.value)}
            onKeyDown={confirmByKey}
          />
        </Field>
        {props.children}
        <Field label="Note visible to">
          <Select
            value={props.visibility}
            onChange={(value) => props.onVisibility(value as Visibility)}
            options={useVisibilityChoices()}
          />
        </Field>
      </div>
    </Dialog>
  )
}
