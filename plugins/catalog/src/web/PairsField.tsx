import { Field, TextInput } from "@countersign/ui"
import { RowsField } from "./RowsField.tsx"
import { newKey, type PairRow } from "./system-draft.ts"

export interface PairsFieldProps {
  label: string
  hint: string
  rows: readonly PairRow[]
  onChange: (rows: PairRow[]) => void
  /** The server's words on one key. */
  errorOf: (name: string) => string | undefined
}

/** Free values under free keys. */
export function PairsField({ label, hint, rows, onChange, errorOf }: PairsFieldProps) {
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
          <Field labelHidden label={`Key ${index + 1}`} className="w-full sm:w-48" error={errorOf(row.name)}>
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
