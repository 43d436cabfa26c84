import { FormDialog, NEW_NOTE, NoteFields, useForm } from "@countersign/core/web"
import { DateTimeInput, Field, Switch, useToast } from "@countersign/ui"
import { maintenanceContract, type Occurrence, type Window } from "../contract.ts"

interface DialogProps {
  window: Window
  onClose: () => void
}
const alsoChanges = ["catalog.system"]

export function CloseDialog({ window, onClose }: DialogProps) {
  const toast = useToast()
  const running = window.status === "inProgress"
  const form = useForm(maintenanceContract.close, {
    values: () => ({ ...NEW_NOTE, series: false }),
    input: (values) => ({ id: window.id, ...values }),
    alsoChanges,
    onDone() {
      toast.success(running ? "Maintenance ended" : "Maintenance called off", window.title)
      onClose()
    },
  })
  return (
    <FormDialog
      name="window-close"
      form={form}
      onClose={onClose}
      size="sm"
      title={running ? "End it now?" : window.rrule ? "Call off the next occurrence?" : "Call it off?"}
      description={
        running ? "Its systems no longer count as in maintenance because of it." : "The note says in its timeline why."
      }
      submitLabel={running ? "End maintenance" : "Call off"}
    >
      <NoteFields form={form}>
        {window.rrule && <Switch label="And all later occurrences" {...form.checked("series")} />}
      </NoteFields>
    </FormDialog>
  )
}

/** Other times for one occurrence: also how one in progress is extended. */
export function OccurrenceDialog({ window, occurrence, onClose }: DialogProps & { occurrence: OccurrenceTimes }) {
  const { occurrenceAt, startsAt, endsAt } = occurrence
  const running = window.status === "inProgress" && occurrenceAt === window.occurrenceAt
  const form = useForm(maintenanceContract.update, {
    values: () => ({
      startsAt: startsAt as string | null,
      endsAt: endsAt as string | null,
      skipped: occurrence.state === "skipped",
    }),
    input: (values) => ({
      id: window.id,
      version: window.version,
      occurrenceAt,
      ...(!running && { startsAt: values.startsAt ?? "", skipped: window.rrule ? values.skipped : undefined }),
      endsAt: values.endsAt ?? "",
    }),
    check: (values) => [
      ...(values.startsAt === null ? [{ path: "startsAt", message: "Say when it begins." }] : []),
      ...(values.endsAt === null ? [{ path: "endsAt", message: "Say when it ends." }] : []),
    ],
    alsoChanges,
    onDone: onClose,
  })
  return (
    <FormDialog
      name="window-occurrence"
      form={form}
      onClose={onClose}
      size="sm"
      title={running ? "Extend or shorten it" : window.rrule ? "Change this occurrence" : "Change its times"}
      description={window.rrule ? "The others stay as they are." : undefined}
      submitLabel="Save times"
    >
      {!running && (
        <Field label="Begins" path="startsAt">
          <DateTimeInput {...form.choice("startsAt")} />
        </Field>
      )}
      <Field label="Ends" path="endsAt">
        <DateTimeInput {...form.choice("endsAt")} />
      </Field>
      {!running && window.rrule && <Switch label="Leave it out" {...form.checked("skipped")} />}
    </FormDialog>
  )
}

export type OccurrenceTimes = Pick<Occurrence, "occurrenceAt" | "startsAt" | "endsAt"> & { state?: Occurrence["state"] }
