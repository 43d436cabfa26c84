import { type ReactNode, useId, useState } from "react"
import { LinkButton } from "../actions/Button.tsx"
import { type DiffRow, DiffTable } from "../tables/DiffTable.tsx"
import { OwnOr } from "./OwnOr.tsx"
import { type Proposal, sidesOf } from "./proposal.ts"

/** What folds the rows away, where a plugin draws them in its own way. It is opened like any folded row. */
export const EVERY_FIELD = { id: "every field", label: "Every field" }

export type ProposalChangesProps = {
  proposal: Proposal
  /** The same in the way of the plugin whose change it is. The rows are one press away. */
  own?: ReactNode
  onUnfold?: (rowId: string) => void
}

/** What a proposal would change or has changed, field by field: the same wherever it is looked at. */
export function ProposalChanges({ own, ...props }: ProposalChangesProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const rows = <Rows {...props} />
  if (!own) return rows
  return (
    <OwnOr own={own} otherwise={rows} onOtherwise={() => props.onUnfold?.(EVERY_FIELD.id)}>
      <LinkButton
        className="block self-start text-table pointer-coarse:py-2"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open)
          if (!open) props.onUnfold?.(EVERY_FIELD.id)
        }}
      >
        {open ? "Hide the fields" : "Every field, as it is stored"}
      </LinkButton>
      {open && <div id={id}>{rows}</div>}
    </OwnOr>
  )
}

function Rows({ proposal, onUnfold }: Omit<ProposalChangesProps, "own">) {
  const rows = changedRows(proposal)
  if (rows.length === 0) return null
  const sides = sidesOf(proposal.diff)
  const done = proposal.status === "applied"
  return (
    <DiffTable
      rows={rows}
      sides={sides}
      emptyFolded
      {...(onUnfold ? { onUnfold } : {})}
      label={done ? "What changed" : "What will change"}
      columns={
        sides === "after"
          ? { before: "", after: "Value" }
          : { before: sides === "both" ? "Before" : done ? "Gone" : "Will be gone", after: "After" }
      }
    />
  )
}

export function changedRows({ diff }: Proposal): (DiffRow & { id: string })[] {
  return diff.map(({ path, yaml, ...row }) => ({ ...row, id: path, mono: yaml ?? false }))
}
