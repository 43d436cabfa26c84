import { X } from "lucide-react"
import type { ReactNode } from "react"
import { formatCount } from "../marks/format.ts"
import { IconButton } from "./IconButton.tsx"

export type BulkBarProps = {
  count: number
  noun?: [one: string, many: string]
  onClear: () => void
  children: ReactNode
}

/** Floats over the end of a list while something is selected. It takes no room of its own, so nothing jumps; on phones,
 * where it would cover the paging, it does. */
export function BulkBar({ count, noun = ["row", "rows"], onClear, children }: BulkBarProps) {
  return (
    <div className="sticky bottom-[calc(var(--bottom-bar-height)+64px)] z-20 h-0 max-sm:bottom-(--bottom-bar-height) max-sm:h-15">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend; the group is named by its label. */}
      <div
        role="group"
        aria-label="Selected rows"
        className="absolute top-2 left-0 flex max-w-full items-center gap-1 rounded-lg border border-line bg-raised p-1.5 text-table shadow-float"
      >
        <IconButton size="sm" label="Clear the selection" icon={<X />} onClick={onClear} />
        <span role="status" className="mr-3 whitespace-nowrap font-medium tabular-nums">
          {formatCount(count, noun[0], noun[1])}
          <span className="max-sm:sr-only"> selected</span>
        </span>
        <div className="flex min-w-0 gap-1.5 overflow-x-auto p-0.5">{children}</div>
      </div>
    </div>
  )
}
