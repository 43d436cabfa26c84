import { useCall } from "@countersign/core/web"
import { Button, DiffTable, EmptyState, Notice, Skeleton, Timeline } from "@countersign/ui"
import { History } from "lucide-react"
import { useState } from "react"
import { healthcheckContract } from "../../contract.ts"

/** Who changed what, the latest first. Asking for earlier ones puts the next page under it. */
export function HistoryTab({ id, after }: { id: string; after?: string }) {
  const { data, error } = useCall(healthcheckContract.listRevisions, { id, after }, { keepPrevious: true })
  const [more, setMore] = useState(false)
  if (error && !data) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={6} label="Loading the history" />
  if (data.items.length === 0)
    return (
      <EmptyState title="Nothing was changed" icon={<History />}>
        Changes of the check appear here with what it said before. What its runs brought is under Runs.
      </EmptyState>
    )
  return (
    <>
      <Timeline
        label="Changes, newest first"
        entries={data.items.map(({ id: revision, at, by, changes }) => ({
          id: revision,
          time: at,
          author: by,
          title: "changed the check",
          body: changes.length > 0 && (
            <DiffTable
              label="What was changed"
              rows={changes.map(({ field, before, after: now }) => ({ label: field, before, after: now }))}
            />
          ),
        }))}
      >
        {data.nextCursor && !more && <Button onClick={() => setMore(true)}>Show earlier changes</Button>}
      </Timeline>
      {data.nextCursor && more && <HistoryTab id={id} after={data.nextCursor} />}
    </>
  )
}
