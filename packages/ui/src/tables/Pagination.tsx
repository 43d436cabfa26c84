import { ChevronLeft, ChevronRight } from "lucide-react"
import { IconButton } from "../actions/IconButton.tsx"
import { formatNumber } from "../marks/format.ts"

export type PaginationProps = {
  /** Position of the first and last row shown, from 1. */
  from: number
  to: number
  /** Left out where counting would cost too much. */
  total?: number
  /** Absent on the first page. */
  onPrevious?: () => void
  /** Absent on the last page. */
  onNext?: () => void
  /** What the rows are: "systems". */
  label: string
}

export function Pagination({ from, to, total, onPrevious, onNext, label }: PaginationProps) {
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex items-center justify-end gap-2 text-muted tabular-nums text-table"
    >
      <span role="status">
        {to === 0 ? "0" : `${formatNumber(from)}–${formatNumber(to)}`}
        {total !== undefined && ` of ${formatNumber(total)}`}
        <span className="sr-only"> {label}</span>
      </span>
      <span className="flex">
        <IconButton label="Previous page" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious} />
        <IconButton label="Next page" icon={<ChevronRight />} disabled={!onNext} onClick={onNext} />
      </span>
    </nav>
  )
}
