import { type DiffRow, DiffTable } from "../tables/DiffTable.tsx"
import { type Proposal, sidesOf } from "./proposal.ts"

/** What a proposal would change or has changed, field by field: the same wherever it is looked at. */
export function ProposalChanges(props: { proposal: Proposal; onUnfold?: (rowId: string) => void }) {
  const { proposal, onUnfold } = props
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
