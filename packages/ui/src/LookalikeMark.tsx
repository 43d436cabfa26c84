import { CopyIcon } from "lucide-react"
import { Badge } from "./Badge.tsx"

export type LookalikeMarkProps = { id: string }

/** Beside a name that looks like another's of its kind. The end of the id tells the two apart. */
export function LookalikeMark({ id }: LookalikeMarkProps) {
  return (
    <Badge tone="degraded" icon={<CopyIcon />}>
      looks like another <span className="font-mono">…{id.slice(-8)}</span>
    </Badge>
  )
}
