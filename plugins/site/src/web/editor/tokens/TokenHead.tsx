import { IconButton } from "@countersign/ui"
import { Trash2 } from "lucide-react"
import type { ReactNode } from "react"

interface TokenHeadProps {
  /** How it looks, at a glance. */
  picture?: ReactNode
  name: ReactNode
  uses: string
  /** "Remove the colour brand" */
  removeLabel: string
  /** Undefined where whoever looks may not. */
  onRemove: (() => void) | undefined
}

export function TokenHead({ picture, name, uses, removeLabel, onRemove }: TokenHeadProps) {
  return (
    <div className="flex items-center gap-2">
      {picture}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-table">{name}</span>
        <span className="block text-muted text-table">{uses}</span>
      </span>
      {onRemove && <IconButton label={removeLabel} icon={<Trash2 />} onClick={onRemove} />}
    </div>
  )
}
