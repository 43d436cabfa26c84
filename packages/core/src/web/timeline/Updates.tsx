import { Button, ConfirmDialog, Notice, Skeleton, type TimelineEntry, UpdatesTimeline } from "@countersign/ui"
import { useState } from "react"
import { useCall, useChange } from "../use-call.ts"
import type { Timeline, TimelineThing, TimelineUpdate } from "./timeline.ts"
import { UpdateEditor } from "./UpdateEditor.tsx"

/** Every update of a thing, newest first, with what those who may change it can do with each. */
export function Updates<Status extends string, Moves extends Status>({
  timeline,
  thing,
  opening,
  besides = [],
}: {
  timeline: Timeline<Status, Moves>
  thing: TimelineThing<Status>
  /** How it began, below the first update. */
  opening: TimelineEntry
  besides?: readonly TimelineEntry[]
}) {
  const { updates, nextUpdateCursor: next } = thing
  return <UpdatesPage {...{ timeline, thing, opening, besides, updates, next }} />
}

interface PageProps<Status extends string, Moves extends Status> {
  timeline: Timeline<Status, Moves>
  thing: TimelineThing<Status>
  opening: TimelineEntry
  besides: readonly TimelineEntry[]
}

/** Asking for earlier ones puts the next page under it. */
function UpdatesPage<Status extends string, Moves extends Status>(
  props: PageProps<Status, Moves> & { updates: readonly TimelineUpdate<Status>[]; next: string | null },
) {
  const { timeline, thing, opening, besides, updates, next } = props
  // What happened before the last update that is shown comes with those before it.
  const earliest = next ? Date.parse(updates.at(-1)?.at ?? "") : Number.NEGATIVE_INFINITY
  const isShown = ({ time }: TimelineEntry) => !(new Date(time).getTime() < earliest)
  const { StatusBadge } = timeline
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<TimelineUpdate<Status> | null>(null)
  const [more, setMore] = useState(false)
  return (
    <div>
      <UpdatesTimeline
        label="Updates, newest first"
        noun={timeline.noun}
        updates={updates.map((update) => ({
          ...update,
          status: StatusBadge && update.status && <StatusBadge status={update.status} />,
          edited: update.editedAt !== null,
          ...(editing === update.id &&
            timeline.call.editUpdate && {
              editor: (
                <UpdateEditor
                  timeline={timeline}
                  edit={timeline.call.editUpdate}
                  thingId={thing.id}
                  update={update}
                  onClose={() => setEditing(null)}
                />
              ),
            }),
          ...(thing.mayChange && {
            ...(timeline.call.editUpdate && { onEdit: () => setEditing(update.id) }),
            onDelete: () => setDeleting(update),
          }),
        }))}
        opening={next ? undefined : opening}
        besides={besides.filter(isShown)}
      >
        {next && !more && <Button onClick={() => setMore(true)}>Show earlier updates</Button>}
      </UpdatesTimeline>
      {next && more && (
        <EarlierUpdates
          {...{ timeline, thing, opening }}
          besides={besides.filter((one) => !isShown(one))}
          after={next}
        />
      )}
      {deleting && (
        <DeleteUpdate timeline={timeline} thingId={thing.id} update={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}

function EarlierUpdates<Status extends string, Moves extends Status>({
  after,
  ...props
}: PageProps<Status, Moves> & { after: string }) {
  const { listUpdates } = props.timeline.call
  const { data, error } = useCall(listUpdates.verb, listUpdates.input({ id: props.thing.id, after, limit: 100 }), {
    keepPrevious: true,
  })
  const answer = data as { items: TimelineUpdate<Status>[]; nextCursor: string | null } | undefined
  if (answer) return <UpdatesPage {...props} updates={answer.items} next={answer.nextCursor} />
  if (error) return <Notice tone="error">{error.message}</Notice>
  return <Skeleton lines={4} label="Loading earlier updates" />
}

function DeleteUpdate<Status extends string, Moves extends Status>(props: {
  timeline: Timeline<Status, Moves>
  thingId: string
  update: TimelineUpdate<Status>
  onClose: () => void
}) {
  const { timeline, thingId, update, onClose } = props
  const { deleteUpdate } = timeline.call
  const change = useChange(deleteUpdate.verb)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this update?"
      description={
        update.status
          ? `Its text and earlier texts are gone for good. The ${timeline.noun} keeps the status it has.`
          : "Its text and earlier texts are gone for good. The history keeps who deleted it and when."
      }
      confirmLabel="Delete update"
      onConfirm={() => change.mutateAsync(deleteUpdate.input({ id: thingId, updateId: update.id }))}
    />
  )
}
