import { useCall } from "@countersign/core/web"
import { Button, DiffTable, formatExact, Notice, Panel, Select, Skeleton, useTimeZone } from "@countersign/ui"
import { X } from "lucide-react"
import { type DocumentSummary, siteContract } from "../contract.ts"
import { differencesIn } from "./differences.ts"
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
      {data && <DiffTable label="Differences" rows={differencesIn(data)} />}
      {data && data.left > 0 && (
        <p className="mt-2 text-muted text-table">And {data.left} more parts differ than fit here.</p>
      )}
    </Panel>
  )
}
