import type { ReactNode } from "react"
import { Button } from "../actions/Button.tsx"

export interface RowsFieldProps<Row extends { key: string }> {
  /** Names the whole: "Links". */
  label: string
  hint?: string
  /** One of them: "link". */
  noun: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  blank: () => Row
  children: (row: Row, change: (patch: Partial<Row>) => void, index: number) => ReactNode
}

/** Rows of a few boxes each, with a button that adds one and one that removes each. */
export function RowsField<Row extends { key: string }>(props: RowsFieldProps<Row>) {
  const { label, hint, noun, rows, onChange, blank, children } = props
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink text-table">{label}</legend>
      {hint && <p className="text-muted text-table">{hint}</p>}
      <ul className="mt-1 flex flex-col gap-2">
        {rows.map((row, index) => (
          <li
            key={row.key}
            className="flex flex-wrap items-start gap-2 border-hairline border-b pb-2 sm:flex-nowrap sm:border-b-0 sm:pb-0"
          >
            {children(
              row,
              (patch) => onChange(rows.map((each) => (each.key === row.key ? { ...each, ...patch } : each))),
              index,
            )}
            <Button
              variant="quiet"
              aria-label={`Remove ${noun} ${index + 1}`}
              onClick={() => onChange(rows.filter((each) => each.key !== row.key))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-2" onClick={() => onChange([...rows, blank()])}>
        Add {noun}
      </Button>
    </fieldset>
  )
}
