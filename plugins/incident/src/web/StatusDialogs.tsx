import { FormDialog, NEW_NOTE, type Note, NoteFields, useForm } from "@countersign/core/web"
import { Field, Select, useToast } from "@countersign/ui"
import { type Incident, incidentContract, OPEN_STATUSES, STATUS_WORDS } from "../contract.ts"

interface StatusDialogProps {
  incident: Incident
  onClose: () => void
}

export function ResolveDialog({ incident, onClose }: StatusDialogProps) {
  const toast = useToast()
  const form = useForm(incidentContract.resolve, {
    values: () => NEW_NOTE,
    input: (values) => ({ id: incident.id, ...values }),
    alsoChanges: ["catalog.system"],
    onDone() {
      toast.success("Incident resolved", incident.title)
      onClose()
    },
  })
  return (
    <FormDialog
      name="incident-resolve"
      form={form}
      onClose={onClose}
      size="sm"
      title="Resolve this incident?"
      description={
        incident.healthOverride === "none"
          ? "The note closes its timeline."
          : `The note closes its timeline, and its systems no longer count as ${incident.healthOverride} because of it.`
      }
      submitLabel="Resolve incident"
    >
      <NoteFields form={form} />
    </FormDialog>
  )
}

interface Reopening extends Note {
  status: (typeof OPEN_STATUSES)[number]
}

export function ReopenDialog({ incident, onClose }: StatusDialogProps) {
  const toast = useToast()
  const form = useForm(incidentContract.reopen, {
    values: (): Reopening => ({ ...NEW_NOTE, status: "investigating" }),
    input: (values) => ({ id: incident.id, ...values }),
    alsoChanges: ["catalog.system"],
    onDone() {
      toast.success("Incident reopened", incident.title)
      onClose()
    },
  })
  return (
    <FormDialog
      name="incident-reopen"
      form={form}
      onClose={onClose}
      size="sm"
      title="Reopen this incident?"
      description="The note says in its timeline why it is not over."
      submitLabel="Reopen incident"
    >
      <NoteFields form={form}>
        <Field label="Status">
          <Select
            options={OPEN_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
            {...form.choice("status")}
          />
        </Field>
      </NoteFields>
    </FormDialog>
  )
}
