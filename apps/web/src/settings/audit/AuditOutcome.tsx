import type { AuditLine } from "@countersign/core/contract"
import { Badge } from "@countersign/ui"

type Outcome = AuditLine["outcome"]

/** What went as it should is plain text; what somebody may have to look at stands out. */
export function AuditOutcome({ outcome, unsigned }: { outcome: Outcome; unsigned: boolean }) {
  if (unsigned && outcome === "applied") return "Applied by itself"
  const word = outcomeWord(outcome)
  if (outcome === "refused" || outcome === "declined") return <Badge tone="degraded">{word}</Badge>
  if (outcome === "failed" || outcome === "unknown") return <Badge tone="unhealthy">{word}</Badge>
  return word
}

export function outcomeWord(outcome: Outcome): string {
  if (outcome === "unknown") return "Not known"
  return outcome.charAt(0).toUpperCase() + outcome.slice(1)
}
