import { useChange } from "@countersign/core/web"
import { Button, Dialog, Field, type FormFailure, formatCount, Select, TextArea } from "@countersign/ui"
import { CircleAlert, CircleCheck } from "lucide-react"
import { type ReactNode, useState } from "react"
import { type BulkResult, type Incident, incidentContract, type Visibility } from "../contract.ts"
import { useVisibilityChoices } from "./words.ts"

interface BulkDialogProps {
  incidents: readonly Incident[]
  /** Which ones did not work, so that they stay selected. */
  onDone: (failedIds: readonly string[]) => void
  onClose: () => void
}

export function BulkResolveDialog({ incidents, onDone, onClose }: BulkDialogProps) {
  const [note, setNote] = useState("")
  const [visibility, setVisibility] = useState<Visibility>("signedIn")
  const change = useChange(incidentContract.resolveMany, {
    alsoChanges: ["catalog.system"],
    onDone: ({ results }) => onDone(failures(results)),
  })
  // Kept from the first render: the selection changes once the answer is there.
  const [asked] = useState(incidents)
  return (
    <BulkFrame
      formName="incidents-resolve"
      title={`Resolve ${formatCount(asked.length, "incident")}?`}
      description="Each one gets this closing note; their health overrides are withdrawn."
      confirmLabel="Resolve"
      danger={false}
      busy={change.isPending}
      failure={change.error}
      asked={asked}
      results={change.data?.results}
      onConfirm={() => change.mutate({ ids: asked.map(({ id }) => id), note, visibility })}
      onClose={onClose}
    >
      <Field label="Closing note" path="note" required>
        <TextArea value={note} onChange={(event) => setNote(event.target.value)} autoFocus />
      </Field>
      <Field label="Visible to">
        <Select
          value={visibility}
          onChange={(value) => setVisibility(value as Visibility)}
          options={useVisibilityChoices()}
        />
      </Field>
    </BulkFrame>
  )
}

export function BulkDeleteDialog({ incidents, onDone, onClose }: BulkDialogProps) {
  const change = useChange(incidentContract.deleteMany, {
    alsoChanges: ["catalog.system"],
    onDone: ({ results }) => onDone(failures(results)),
  })
  const [asked] = useState(incidents)
  return (
    <BulkFrame
      formName="incidents-delete"
      title={`Delete ${formatCount(asked.length, "incident")}?`}
      description="Their timelines, links, post-mortems and histories go with them. This cannot be undone; only the audit log keeps that they existed."
      confirmLabel="Delete"
      danger
      busy={change.isPending}
      failure={change.error}
      asked={asked}
      results={change.data?.results}
      onConfirm={() => change.mutate({ ids: asked.map(({ id }) => id) })}
      onClose={onClose}
    >
      <ul className="max-h-48 list-disc overflow-y-auto pl-5">
        {asked.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </BulkFrame>
  )
}

function BulkFrame(props: {
  title: string
  description: string
  confirmLabel: string
  danger: boolean
  busy: boolean
  formName: string
  failure: FormFailure | null
  asked: readonly Incident[]
  results: readonly BulkResult[] | undefined
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const { results, asked, onClose } = props
  if (results)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={outcome(results)}
        size="sm"
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Results results={results} asked={asked} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      size="sm"
      onSubmit={() => !props.busy && props.onConfirm()}
      formName={props.formName}
      failure={props.failure}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={props.danger ? "danger" : "primary"} busy={props.busy}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">{props.children}</div>
    </Dialog>
  )
}

function Results({ results, asked }: { results: readonly BulkResult[]; asked: readonly Incident[] }) {
  const titles = new Map(asked.map(({ id, title }) => [id, title]))
  return (
    <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto">
      {results.map(({ id, ok, message }) => (
        <li key={id} className="flex gap-2">
          {ok ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-healthy-ink" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
          )}
          <div className="min-w-0">
            <p className="break-words font-medium">{titles.get(id) ?? id}</p>
            <p className="text-muted">{ok ? "Done" : message}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function outcome(results: readonly BulkResult[]): string {
  const failed = failures(results).length
  if (failed === 0) return "All done"
  return `${results.length - failed} done, ${failed} not`
}

function failures(results: readonly BulkResult[]): string[] {
  return results.filter(({ ok }) => !ok).map(({ id }) => id)
}
