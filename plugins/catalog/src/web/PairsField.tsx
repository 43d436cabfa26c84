import { Field, RowsField, TextInput } from "@countersign/ui"
import { newKey, type PairRow } from "./system/system-draft.ts"

export interface PairsFieldProps {
  label: string
  hint: string
  rows: readonly PairRow[]
  onChange: (rows: PairRow[]) => void
  /** Where the form's input has them. */
  path: string
}

/** Free values under free keys. */
export function PairsField({ label, hint, rows, onChange, path }: PairsFieldProps) {
  return (
    <RowsField
      label={label}
      hint={hint}
      noun="value"
      rows={rows}
      onChange={onChange}
      blank={() => ({ key: newKey(), name: "", value: "" })}
    >
      {(row, change, index) => (
        <>
          <Field labelHidden label={`Key ${index + 1}`} className="w-full sm:w-48" path={`${path}.${row.name}`}>
            <TextInput
              mono
              placeholder="Key"
              value={row.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field labelHidden label={`Value ${index + 1}`} className="min-w-40 flex-1">
            <TextInput
              placeholder="Value"
              value={row.value}
              onChange={({ target }) => change({ value: target.value })}
            />
          </Field>
        </>
      )}
    </RowsField>
  )
}
