import { useCall } from "@countersign/core/web"
import {
  Button,
  type DiffRow,
  DiffTable,
  formatExact,
  Notice,
  Panel,
  Select,
  Skeleton,
  useTimeZone,
} from "@countersign/ui"
import { X } from "lucide-react"
import { type DocumentSummary, type FieldChange, type NodeChange, siteContract } from "../contract.ts"
import type { PastChange } from "./HistoryTab.tsx"

export interface ComparisonProps {
  about: DocumentSummary
  changes: readonly PastChange[]
  from: PastChange
  to: PastChange
  onChoose: (choice: { from: string; to: string }) => void
  onClose: () => void
}

/** In what two versions differ, part by part. */
export function Comparison({ about, changes, from, to, onChoose, onClose }: ComparisonProps) {
  const zone = useTimeZone()
  const { data, error } = useCall(
    siteContract.compareVersions,
    { document: about.document, from: from.sequence, to: to.sequence },
    { keepPrevious: true },
  )
  const options = changes.map(({ sequence, at, by, what }) => ({
    value: String(sequence),
    label: `${formatExact(at, zone)}, ${by}: ${what}`,
  }))
  return (
    <Panel
      title="Compare two versions"
      action={
        <Button variant="quiet" icon={<X />} onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="mb-3 grid gap-2 sm:grid-cols-2">
        <Select
          prefixLabel="From"
          options={options}
          value={String(from.sequence)}
          onChange={(chosen) => onChoose({ from: chosen, to: String(to.sequence) })}
        />
        <Select
          prefixLabel="To"
          options={options}
          value={String(to.sequence)}
          onChange={(chosen) => onChoose({ from: String(from.sequence), to: chosen })}
        />
      </div>
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={4} label="Comparing" />}
      {data && <DiffTable label="Differences" rows={rowsOf(data)} />}
      {data && data.left > 0 && (
        <p className="mt-2 text-muted text-table">And {data.left} more parts differ than fit here.</p>
      )}
    </Panel>
  )
}

interface Compared {
  title: FieldChange | null
  changes: readonly NodeChange[]
}

function rowsOf({ title, changes }: Compared): DiffRow[] {
  return [
    ...(title ? [{ id: "title", label: "Title", before: title.before, after: title.after }] : []),
    ...changes.flatMap(({ node, name, fields }) =>
      fields.flatMap((field) => {
        const words = FIELD_WORDS[field.field]
        if (!words) return []
        const label = field.field === "text" ? "Text" : `${tagIn(name)}: ${words}`
        return [{ id: `${node} ${field.field}`, label, before: told(field, "before"), after: told(field, "after") }]
      }),
    ),
  ]
}

/** What people call the parts of a node. Its children are told by themselves. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  text: "Text",
  tag: "element",
  attributes: "attributes",
  classes: "classes",
  style: "own style",
  label: "label",
  locked: "locked",
  hidden: "hidden",
}

function tagIn(name: string): string {
  const start = name.indexOf("<")
  const end = start < 0 ? -1 : name.indexOf(">", start)
  return end < 0 ? name : name.slice(start, end + 1)
}

/** Lists travel as JSON; a person reads their entries. */
function told(change: FieldChange, side: "before" | "after"): DiffRow["before"] {
  const text = change[side]
  if (text === null || (change.field !== "attributes" && change.field !== "classes")) return text
  try {
    const entries: unknown = JSON.parse(text)
    if (!Array.isArray(entries)) return text
    return entries.map((entry) => (Array.isArray(entry) ? `${entry[0]}="${entry[1]}"` : String(entry)))
  } catch {
    // It was too long and is cut off.
    return text
  }
}
