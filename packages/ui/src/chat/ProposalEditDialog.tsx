import type { ReactNode } from "react"
import { useState } from "react"
import { Button, LinkButton } from "../actions/Button.tsx"
import { Checkbox } from "../fields/Checkbox.tsx"
import { Combobox } from "../fields/Combobox.tsx"
import { DateTimeInput } from "../fields/DateTimeInput.tsx"
import { Field } from "../fields/Field.tsx"
import type { FormFailure } from "../fields/Form.tsx"
import { MultiSelect } from "../fields/MultiSelect.tsx"
import type { Option, OptionSource } from "../fields/OptionList.tsx"
import { RowsField } from "../fields/RowsField.tsx"
import { Select } from "../fields/Select.tsx"
import { Switch } from "../fields/Switch.tsx"
import { TagInput } from "../fields/TagInput.tsx"
import { TextArea } from "../fields/TextArea.tsx"
import { TextInput } from "../fields/TextInput.tsx"
import { Dialog } from "../floating/Dialog.tsx"
import {
  type DraftRow,
  draftOf,
  type FieldDraft,
  filled,
  inputOf,
  type ProposalColumn,
  type ProposalDraft,
  type ProposalField,
  type ProposalPart,
  row,
} from "./proposal-draft.ts"

export type ProposalEditDialogProps = {
  onClose: () => void
  /** What is being changed: the proposal's summary. */
  summary: string
  /** What it was asked with. */
  input: Readonly<Record<string, unknown>>
  fields: readonly ProposalField[]
  /** What the things in it are called. */
  nameOf: (id: string) => string | undefined
  /** Where things of a type are chosen from; undefined where nobody offers them. */
  choicesOf: (type: string) => OptionSource["loadOptions"]
  /** Proposes it anew; a rejection is shown at its fields and nothing is lost. */
  onPropose: (input: Record<string, unknown>) => Promise<unknown>
}

/** The fields of a proposal, to be changed before anybody signs. The server checks them like any other. */
export function ProposalEditDialog(props: ProposalEditDialogProps) {
  const { onClose, summary, input, nameOf, choicesOf, onPropose } = props
  const fields = props.fields.filter((field) => !field.isTarget && isOffered(field, choicesOf))
  const [draft, setDraft] = useState(() => draftOf(fields, input, nameOf))
  const [all, setAll] = useState(false)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const more = fields.filter(({ name }) => draft[name] === undefined)

  async function propose() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await onPropose(inputOf(fields, draft, input))
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error : { message: String(error) })
    } finally {
      setBusy(false)
    }
  }
  function change(name: string, value: FieldDraft) {
    setDraft((before) => ({ ...before, [name]: value }))
  }
  function submit() {
    // What comes back names rows by their place, so blank ones are gone before it is sent.
    for (const { name, shape } of fields)
      if ((shape.kind === "rows" || shape.kind === "pairs") && draft[name]) change(name, filled(rowsIn(draft[name])))
    void propose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change the proposal"
      description={summary}
      onSubmit={submit}
      formName="proposal-edit"
      failure={failure}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Propose this instead
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fields.map((field) =>
          all || draft[field.name] !== undefined ? (
            <EditField
              key={field.name}
              field={field}
              value={draft[field.name]}
              choicesOf={choicesOf}
              onChange={(value) => change(field.name, value)}
            />
          ) : null,
        )}
        {!all && more.length > 0 && (
          <LinkButton className="self-start" onClick={() => setAll(true)}>
            Show {more.length === 1 ? "the field" : `${more.length} fields`} that nothing was said about
          </LinkButton>
        )}
        <p className="text-muted text-table">
          Nothing changes yet: a new card shows what would happen, and it waits for a signature.
        </p>
      </div>
    </Dialog>
  )
}

/** Ids of things that nobody offers stay as they are. */
function isOffered({ shape }: Pick<ProposalField, "shape">, choicesOf: ProposalEditDialogProps["choicesOf"]): boolean {
  return !("type" in shape) || choicesOf(shape.type) !== undefined
}

function EditField(props: {
  field: Pick<ProposalField, "name" | "label" | "shape">
  value: FieldDraft | undefined
  choicesOf: ProposalEditDialogProps["choicesOf"]
  onChange: (value: FieldDraft) => void
}) {
  const { field, value, choicesOf, onChange } = props
  const { name, label, shape } = field
  const load = "type" in shape ? choicesOf(shape.type) : undefined
  const wrapped = (control: ReactNode, hint?: string) => (
    <Field label={label} path={name} hint={hint}>
      {control}
    </Field>
  )
  switch (shape.kind) {
    case "boolean":
      return <Switch label={label} checked={value === true} onChange={onChange} />
    case "choice":
      return wrapped(<ChoiceControl choices={shape.choices} value={String(value ?? "")} onChange={onChange} />)
    case "choices":
      return wrapped(<ChoicesControl choices={shape.choices} value={(value ?? []) as string[]} onChange={onChange} />)
    case "instant":
      return wrapped(<DateTimeInput value={String(value ?? "") || null} onChange={(at) => onChange(at ?? "")} />)
    case "thing":
      return wrapped(
        <Combobox label={label} value={(value ?? null) as Option | null} onChange={onChange} loadOptions={load} />,
      )
    case "things":
      return wrapped(
        <MultiSelect label={label} value={(value ?? []) as readonly Option[]} onChange={onChange} loadOptions={load} />,
      )
    case "texts":
      return wrapped(<TagInput label={label} value={(value ?? []) as readonly string[]} onChange={onChange} />)
    case "pairs":
      return <Rows {...{ name, label, onChange }} columns={PAIR} rows={rowsIn(value)} />
    case "rows":
      return <Rows {...{ name, label, onChange }} columns={shape.columns} rows={rowsIn(value)} />
    case "group":
      return <Group {...{ name, label, choicesOf, onChange }} fields={shape.fields} draft={draftIn(value)} />
    default:
      return wrapped(
        <TextControl value={String(value ?? "")} kind={shape.kind} onChange={onChange} />,
        shape.kind === "json" ? "As JSON." : undefined,
      )
  }
}

/** Fields that belong together, under one name. */
function Group(props: {
  name: string
  label: string
  fields: readonly ProposalPart[]
  draft: ProposalDraft
  choicesOf: ProposalEditDialogProps["choicesOf"]
  onChange: (draft: ProposalDraft) => void
}) {
  const { name, label, fields, draft, choicesOf, onChange } = props
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink text-table">{label}</legend>
      <div className="mt-1 flex flex-col gap-3 border-hairline border-l pl-3">
        {fields
          .filter((field) => isOffered(field, choicesOf))
          .map((field) => (
            <EditField
              key={field.name}
              field={{ ...field, name: `${name}.${field.name}` }}
              value={draft[field.name]}
              choicesOf={choicesOf}
              onChange={(value) => onChange({ ...draft, [field.name]: value })}
            />
          ))}
      </div>
    </fieldset>
  )
}

function draftIn(value: FieldDraft | undefined): ProposalDraft {
  return (value ?? {}) as ProposalDraft
}

const PAIR: readonly ProposalColumn[] = [
  { name: "name", label: "Name", shape: { kind: "text" } },
  { name: "value", label: "Value", shape: { kind: "text" } },
]

function Rows(props: {
  name: string
  label: string
  columns: readonly ProposalColumn[]
  rows: readonly DraftRow[]
  onChange: (rows: DraftRow[]) => void
}) {
  const { name, label, columns, rows, onChange } = props
  return (
    <RowsField<DraftRow>
      label={label}
      noun="row"
      rows={rows}
      onChange={onChange}
      blank={() => row(Object.fromEntries(columns.map((column) => [column.name, blankOf(column)])))}
    >
      {(one, change, index) =>
        columns.map((column) => (
          <Field
            key={column.name}
            labelHidden
            label={`${column.label} ${index + 1}`}
            path={
              columns === PAIR
                ? column.name === "name"
                  ? `${name}.${one.name}`
                  : undefined
                : `${name}.${index}.${column.name}`
            }
            className="min-w-32 flex-1"
          >
            {column.shape.kind === "text" || column.shape.kind === "texts" ? (
              <TextControl
                kind="text"
                placeholder={column.label}
                value={one[column.name] ?? ""}
                onChange={(text) => change({ [column.name]: text } as Partial<DraftRow>)}
              />
            ) : (
              <ChoiceControl
                choices={column.shape.kind === "choice" ? column.shape.choices : yesOrNo(column)}
                value={one[column.name] ?? ""}
                onChange={(text) => change({ [column.name]: text } as Partial<DraftRow>)}
              />
            )}
          </Field>
        ))
      }
    </RowsField>
  )
}

/** Several of them stand in a row, where a bare mark would not say of what it is. */
function yesOrNo({ label }: ProposalColumn): Choices {
  return [
    { value: "true", label: `${label}: yes` },
    { value: "false", label: `${label}: no` },
  ]
}

function blankOf({ shape }: ProposalColumn): string {
  return shape.kind === "choice" ? (shape.choices[0]?.value ?? "") : ""
}

function rowsIn(value: FieldDraft | undefined): readonly DraftRow[] {
  return (value ?? []) as readonly DraftRow[]
}

type Choices = readonly { value: string; label: string }[]

/** A model may have written something else: it stays until something is chosen. */
function ChoiceControl({
  choices,
  ...control
}: {
  choices: Choices
  value: string
  onChange: (value: string) => void
}) {
  const known = choices.some(({ value }) => value === control.value)
  return (
    <Select
      {...control}
      options={known ? choices : [{ value: control.value, label: control.value || "Not set" }, ...choices]}
    />
  )
}

/** Any number of what there is, in its order. */
function ChoicesControl(props: {
  choices: Choices
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}) {
  const { choices, value, onChange } = props
  const kept = (code: string, checked: boolean) =>
    choices.map((one) => one.value).filter((one) => (one === code ? checked : value.includes(one)))
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {choices.map((one) => (
        <Checkbox
          key={one.value}
          label={one.label}
          checked={value.includes(one.value)}
          onChange={(checked) => onChange(kept(one.value, checked))}
        />
      ))}
    </div>
  )
}

function TextControl(props: { kind: string; value: string; placeholder?: string; onChange: (value: string) => void }) {
  const { kind, value, placeholder, onChange } = props
  const [long] = useState(kind === "json" || value.length > 60 || value.includes("\n"))
  if (long) return <TextArea mono={kind === "json"} value={value} onChange={(event) => onChange(event.target.value)} />
  return (
    <TextInput
      value={value}
      placeholder={placeholder}
      inputMode={kind === "number" ? "decimal" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
