import { Button, Dialog, formatCount } from "@countersign/ui"
import { CircleAlert, CircleCheck } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { AnyProcedure, InputOf } from "../../contract/procedure.ts"
import { FormDialog } from "../form/FormDialog.tsx"
import { type FormState, useForm } from "../form/use-form.ts"
import type { Selection } from "../list/use-list.ts"

interface BulkResult {
  id: string
  ok: boolean
  message?: string
}

export interface BulkDialogProps<P extends AnyProcedure, Row, Values extends object> {
  /** One in the product, as for every form: "incidents-resolve". */
  name: string
  /** It answers `{ results }`, one for each id. */
  verb: P
  /** Of the list. What did not work stays selected. */
  selection: Selection<Row>
  noun: readonly [one: string, many: string]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  values: Values
  input: (ids: string[], values: Values) => InputOf<P>
  alsoChanges?: readonly string[]
  /** The verb alone; the title is a question with it: "Resolve". */
  action: string
  description: string
  danger?: boolean
  onClose: () => void
  /** Fields; left out, the names of what is selected are shown. */
  children?: (form: FormState<Values>) => ReactNode
}

/** One change for many rows, and afterwards what became of each. */
export function BulkDialog<P extends AnyProcedure, Row, Values extends object>(props: BulkDialogProps<P, Row, Values>) {
  const { selection, noun, idOf, nameOf, action, onClose, children } = props
  // Kept from the first render: the selection changes once the answer is there.
  const [asked] = useState(selection.rows)
  const [results, setResults] = useState<readonly BulkResult[] | null>(null)
  const form = useForm(props.verb, {
    values: () => props.values,
    input: (values) => props.input(asked.map(idOf), values),
    alsoChanges: props.alsoChanges,
    onDone(output) {
      const { results: each } = output as { results: readonly BulkResult[] }
      selection.select(each.filter(({ ok }) => !ok).map(({ id }) => id))
      setResults(each)
    },
  })
  if (results)
    return <Results results={results} names={new Map(asked.map((row) => [idOf(row), nameOf(row)]))} onClose={onClose} />
  return (
    <FormDialog
      name={props.name}
      form={form}
      onClose={onClose}
      size="sm"
      title={`${action} ${formatCount(asked.length, ...noun)}?`}
      description={props.description}
      submitLabel={action}
      submitVariant={props.danger ? "danger" : "primary"}
    >
      {children?.(form) ?? (
        <ul className="max-h-48 list-disc overflow-y-auto pl-5">
          {asked.map((row) => (
            <li key={idOf(row)}>{nameOf(row)}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

function Results(props: { results: readonly BulkResult[]; names: ReadonlyMap<string, string>; onClose: () => void }) {
  const { results, names, onClose } = props
  const failed = results.filter(({ ok }) => !ok).length
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={failed === 0 ? "All done" : `${results.length - failed} done, ${failed} not`}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto">
        {results.map(({ id, ok, message }) => (
          <li key={id} className="flex gap-2">
            {ok ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-healthy-ink" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
            )}
            <div className="min-w-0">
              <p className="break-words font-medium">{names.get(id) ?? id}</p>
              <p className="text-muted">{ok ? "Done" : message}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
