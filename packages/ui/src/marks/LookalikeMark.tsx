import { EqualApproximately } from "lucide-react"
import { Badge } from "./Badge.tsx"

export type LookalikeMarkProps = {
  id: string
  /** Where there is little room: the words are read aloud and stand on hover alone. */
  compact?: boolean
}

/** Beside a name that looks like another's of its kind. The end of the id tells the two apart. */
export function LookalikeMark({ id, compact = false }: LookalikeMarkProps) {
  return (
    <span className="inline-flex shrink-0" title={compact ? "Another one has a name that looks the same." : undefined}>
      <Badge tone="degraded" icon={<EqualApproximately />}>
        <span className={compact ? "sr-only" : undefined}>looks like another </span>
        <span className="font-mono">…{id.slice(-8)}</span>
      </Badge>
    </span>
  )
}
