import { useCall } from "@countersign/core/web"
import { Button, DiffTable, EmptyState, Notice, Skeleton, Timeline, type TimelineEntry } from "@countersign/ui"
import { History } from "lucide-react"
import { useState } from "react"
import { type IncidentRevision, incidentContract } from "../contract.ts"
import { FIELD_WORDS } from "./words.ts"

/** What was edited and what it said before, newest first. */
export function HistoryTab({ incidentId, after }: { incidentId: string; after?: string }) {
  const answer = useCall(incidentContract.listRevisions, { id: incidentId, after }, { keepPrevious: true })
  const [more, setMore] = useState(false)
  if (answer.error && !answer.data) return <Notice tone="error">{answer.error.message}</Notice>
  if (!answer.data) return <Skeleton lines={6} label="Loading the history" />

  const { items, nextCursor } = answer.data
  if (items.length === 0)
    return (
      <EmptyState title="Nothing was edited" icon={<History />}>
        Edits of the incident and of its updates appear here with what they said before. Status changes are in the
        timeline.
      </EmptyState>
    )
  return (
    <>
      <Timeline label="Edits, newest first" entries={items.map(toEntry)}>
        {nextCursor && !more && <Button onClick={() => setMore(true)}>Show earlier edits</Button>}
      </Timeline>
      {nextCursor && more && <HistoryTab incidentId={incidentId} after={nextCursor} />}
    </>
  )
}

function toEntry({ id, at, author, kind, changes }: IncidentRevision): TimelineEntry {
  const rows = changes.map(({ field, before, after }) => ({ label: FIELD_WORDS[field], before, after }))
  return {
    id,
    time: at,
    author,
    title: TITLES[kind],
    body: rows.length > 0 && <DiffTable rows={rows} label="What was edited" />,
  }
}

const TITLES: Record<IncidentRevision["kind"], string> = {
  incidentEdited: "edited the incident",
  updateEdited: "corrected an update",
  updateDeleted: "deleted an update",
}
