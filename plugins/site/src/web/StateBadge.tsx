import { Badge } from "@countersign/ui"
import { Check, CircleDashed, PencilLine } from "lucide-react"
import type { DocumentSummary } from "../contract.ts"

export const STATE_WORDS: Readonly<Record<DocumentSummary["state"], string>> = {
  draft: "Draft",
  changed: "Changed since published",
  published: "Published",
}

/** Whether visitors see a document, and whether as it is now. */
export function StateBadge({ state }: { state: DocumentSummary["state"] }) {
  if (state === "published")
    return (
      <Badge tone="healthy" icon={<Check />}>
        {STATE_WORDS.published}
      </Badge>
    )
  if (state === "changed")
    return (
      <Badge tone="degraded" icon={<PencilLine />}>
        {STATE_WORDS.changed}
      </Badge>
    )
  return <Badge icon={<CircleDashed />}>{STATE_WORDS.draft}</Badge>
}
