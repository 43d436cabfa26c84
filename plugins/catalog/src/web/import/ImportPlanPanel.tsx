import { Badge, type BadgeTone, Button, DiffTable, formatCount, Notice, Panel } from "@countersign/ui"
import type { ImportPlan, ImportRow } from "../../contract.ts"

// More rows than anybody reads; drawing ten thousand would freeze the page.
const MOST_ROWS = 200

export interface ImportPlanPanelProps {
  plan: ImportPlan
  busy: boolean
  onApply: () => void
}

/** What an import would do, row by row: problems first, because nothing happens before they are mended. */
export function ImportPlanPanel({ plan: { summary, rows }, busy, onApply }: ImportPlanPanelProps) {
  const nothing = summary.create + summary.update === 0
  const ordered = ORDER.flatMap((action) => rows.filter((row) => row.action === action))
  const hidden =
    summary.error > 0 ? 0 : summary.create + summary.update + summary.unchanged - Math.min(rows.length, MOST_ROWS)
  return (
    <Panel title={`What will change: ${inWords(summary)}`}>
      {summary.error > 0 && (
        <Notice tone="warning" className="mb-2">
          {formatCount(summary.error, "row")} cannot be imported. Mend what is wrong and look again; until then nothing
          is imported.
        </Notice>
      )}
      {summary.error === 0 && nothing && (
        <Notice tone="info" className="mb-2">
          Everything in this file is in the catalog already.
        </Notice>
      )}
      <table className="w-full border-collapse text-left text-table">
        <caption className="sr-only">Plan of the import</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b text-muted">
            <th scope="col" className="w-16 py-1.5 pr-4 text-right font-medium">
              Line
            </th>
            <th scope="col" className="w-28 py-1.5 pr-4 font-medium">
              Result
            </th>
            <th scope="col" className="w-64 py-1.5 pr-4 font-medium">
              Name
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Details
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, MOST_ROWS).map((row) => (
            <PlanRow key={keyOf(row)} row={row} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="py-2 text-muted text-table">And {formatCount(hidden, "more row")}.</p>}
      <div className="mt-3">
        <Button variant="primary" busy={busy} disabled={summary.error > 0 || nothing} onClick={onApply}>
          Import
        </Button>
      </div>
    </Panel>
  )
}

/** `2 new, 1 changed`: only what there is. */
export function inWords({ create, update, unchanged, error }: ImportPlan["summary"]): string {
  const parts = [
    [error, error === 1 ? "problem" : "problems"],
    [create, "new"],
    [update, "changed"],
    [unchanged, "unchanged"],
  ] as const
  const there = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return there.join(", ") || "nothing"
}

function PlanRow({ row }: { row: ImportRow }) {
  const cell = "py-1.5 pr-4 align-top max-sm:inline-block max-sm:py-0"
  return (
    <tr className="border-hairline border-b max-sm:block max-sm:py-2">
      <td className={`${cell} text-right font-mono text-muted`}>
        <span className="sm:hidden">Line </span>
        {row.line}
      </td>
      <td className={cell}>
        <Badge tone={TONES[row.action]}>{ACTIONS[row.action]}</Badge>
      </td>
      <td className={`${cell} break-words`}>
        <span className="font-medium">{row.name || "No name"}</span> <span className="text-muted">{row.kind}</span>
      </td>
      <td className="py-1.5 align-top max-sm:block max-sm:py-1">
        {row.problems.map((problem) => (
          <p key={problem} className="text-danger-ink">
            {problem}
          </p>
        ))}
        {row.changes.length > 0 && (
          <DiffTable
            label={`Changes of ${row.name}`}
            rows={row.changes.map(({ field, before, after }) => ({ label: field, before, after }))}
          />
        )}
      </td>
    </tr>
  )
}

const ORDER = ["error", "update", "create", "unchanged"] as const

const TONES: Record<ImportRow["action"], BadgeTone> = {
  create: "healthy",
  update: "accent",
  unchanged: "neutral",
  error: "unhealthy",
}

const ACTIONS: Record<ImportRow["action"], string> = {
  create: "New",
  update: "Change",
  unchanged: "Unchanged",
  error: "Problem",
}

function keyOf({ line, kind, name, action, problems }: ImportRow): string {
  return `${line} ${kind} ${name} ${action} ${problems.join()}`
}
