import { Button, DiffTable, EmptyState, Notice, Skeleton, Timeline as TimelineRows } from "@countersign/ui"
import { History } from "lucide-react"
import { useState } from "react"
import { useCall } from "../use-call.ts"
import type { Timeline, TimelineRevision } from "./timeline.ts"

/** What was edited and what it said before, newest first. */
export function RevisionHistory<Status extends string, Moves extends Status>(props: {
  timeline: Timeline<Status, Moves>
  thingId: string
}) {
  const { name, call } = props.timeline
  if (!call.listRevisions) throw new Error(`The timeline "${name}" has no verb listRevisions, so it has no history.`)
  return <Revisions {...props} listRevisions={call.listRevisions} />
}

/** Asking for earlier ones puts the next page under it. */
function Revisions<Status extends string, Moves extends Status>(props: {
  timeline: Timeline<Status, Moves>
  listRevisions: NonNullable<Timeline<Status, Moves>["call"]["listRevisions"]>
  thingId: string
  after?: string
}) {
  const { timeline, listRevisions, thingId, after } = props
  const { data, error } = useCall(listRevisions.verb, listRevisions.input({ id: thingId, after }), {
    keepPrevious: true,
  })
  const answer = data as { items: TimelineRevision[]; nextCursor: string | null } | undefined
  const [more, setMore] = useState(false)
  if (error && !answer) return <Notice tone="error">{error.message}</Notice>
  if (!answer) return <Skeleton lines={6} label="Loading the history" />

  const { items, nextCursor } = answer
  if (items.length === 0)
    return (
      <EmptyState title="Nothing was edited" icon={<History />}>
        Edits of the {timeline.noun} and of its updates appear here with what they said before. Status changes are in
        the timeline.
      </EmptyState>
    )
  return (
    <>
      <TimelineRows
        label="Edits, newest first"
        entries={items.map(({ id, at, author, kind, changes }) => ({
          id,
          time: at,
          author,
          title: timeline.edits?.[kind] ?? kind,
          body: changes.length > 0 && (
            <DiffTable
              label="What was edited"
              rows={changes.map(({ field, ...sides }) => ({ label: timeline.fields?.[field] ?? field, ...sides }))}
            />
          ),
        }))}
      >
        {nextCursor && !more && <Button onClick={() => setMore(true)}>Show earlier edits</Button>}
      </TimelineRows>
      {nextCursor && more && <Revisions {...props} after={nextCursor} />}
    </>
  )
}
