import { Button, CopyField, Dialog, Notice, Time } from "@countersign/ui"
import type { calendarFeedProcedures } from "../../contract/kit/calendar-feed.ts"
import { useCall, useChange } from "../use-call.ts"

/** The address for a calendar program: made here, shown once, renewed or stopped. */
export function CalendarFeedDialog({
  verbs,
  things,
  subject,
  onClose,
}: {
  verbs: Pick<ReturnType<typeof calendarFeedProcedures>, "getFeed" | "renewFeed" | "stopFeed">
  /** One and several of what stands in it: `["window", "windows"]`. */
  things: readonly [one: string, several: string]
  /** What it is about: "maintenance". */
  subject: string
  onClose: () => void
}) {
  const feed = useCall(verbs.getFeed, {})
  const renew = useChange(verbs.renewFeed)
  const stop = useChange(verbs.stopFeed)
  const failed = feed.error ?? renew.error ?? stop.error
  const stopped = () => {
    renew.reset()
    void feed.refetch()
  }
  const has = Boolean(feed.data?.createdAt)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Calendar feed"
      description={`Every ${things[0]} you may see, for your calendar program. It asks again by itself, so moved and cancelled ${things[1]} change there too.`}
      footer={
        <>
          {has && (
            <Button variant="danger" busy={stop.isPending} onClick={() => stop.mutate({}, { onSuccess: stopped })}>
              Stop the feed
            </Button>
          )}
          <Button
            variant="primary"
            busy={renew.isPending}
            onClick={() => renew.mutate({}, { onSuccess: () => void feed.refetch() })}
          >
            {has ? "Make a new address" : "Make an address"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failed && <Notice tone="error">{failed.message}</Notice>}
        {renew.data ? (
          <CopyField label="Address of your feed" value={renew.data.url} once />
        ) : (
          <p>
            {feed.data?.createdAt ? (
              <>
                You have a feed since <Time instant={feed.data.createdAt} as="short" />. Its address is not kept; a new
                one replaces it.
              </>
            ) : (
              "You have no feed yet."
            )}
          </p>
        )}
        <p className="text-muted">Whoever has the address can read what you may see of {subject}. Do not share it.</p>
      </div>
    </Dialog>
  )
}
