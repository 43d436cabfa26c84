import { useChange, useToldApart } from "@countersign/core/web"
import { Button, ConfirmDialog, cx, IconButton, Menu, TextLink, Time } from "@countersign/ui"
import { Ellipsis } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type Channel, notificationContract } from "../contract.ts"
import { ChannelDialog } from "./ChannelDialog.tsx"

export function ChannelList({
  channels,
  empty,
  looked,
}: {
  channels: readonly Channel[]
  empty: string
  /** The one that somebody came for, by its id. */
  looked?: string | undefined
}) {
  const [editing, setEditing] = useState<Channel | null>(null)
  const [deleting, setDeleting] = useState<Channel | null>(null)
  const remove = useChange(notificationContract.deleteChannel, { alsoChanges: ["notification.channel"] })
  const toldApart = useToldApart("notification.channel", channels)
  return (
    <>
      {channels.length === 0 && empty && <p className="text-muted">{empty}</p>}
      {channels.length > 0 && (
        <ul aria-label="Channels">
          {channels.map((channel) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              title={toldApart(channel.id, channel.name)}
              looked={channel.id === looked}
              onEdit={setEditing}
              onDelete={setDeleting}
            />
          ))}
        </ul>
      )}
      {editing && <ChannelDialog channel={editing} shared={editing.shared} onClose={() => setEditing(null)} />}
      {deleting && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && setDeleting(null)}
          title={`Delete ${toldApart(deleting.id, deleting.name)}?`}
          description={
            deleting.subscriptions === 0
              ? "Nobody is told through it. What was sent through it leaves the log."
              : `${deleting.subscriptions === 1 ? "One subscription ends" : `${deleting.subscriptions} subscriptions end`} with it, and what was sent through it leaves the log.`
          }
          confirmLabel="Delete channel"
          onConfirm={() => remove.mutateAsync({ id: deleting.id })}
        />
      )}
    </>
  )
}

function ChannelRow({
  channel,
  title,
  looked,
  onEdit,
  onDelete,
}: {
  channel: Channel
  /** Its name, with the end of its id where another looks alike. */
  title: string
  looked: boolean
  onEdit: (channel: Channel) => void
  onDelete: (channel: Channel) => void
}) {
  const { id, name, kindTitle, place, last, shared, mayChange } = channel
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (looked) row.current?.scrollIntoView({ block: "center" })
  }, [looked])
  return (
    <li
      ref={row}
      aria-current={looked || undefined}
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline border-b py-2 last:border-b-0",
        looked && "-mx-2 rounded-md bg-selected px-2",
      )}
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words font-medium">{title}</p>
        <p className="break-words text-muted text-table">
          {kindTitle} to {place}
          {last && (
            <>
              . {LAST_WORDS[last.outcome]} <Time instant={last.at} />
            </>
          )}
          {shared && (
            <>
              {" "}
              <TextLink href={`/settings/notification/messages?channelId=${id}`}>What was sent</TextLink>
            </>
          )}
        </p>
      </div>
      {mayChange && (
        <div className="flex items-center gap-1">
          <TestButton id={id} name={name} />
          <Menu
            trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} size="sm" />}
            entries={[
              { id: "edit", label: "Change", onSelect: () => onEdit(channel) },
              { id: "delete", label: "Delete", danger: true, onSelect: () => onDelete(channel) },
            ]}
          />
        </div>
      )}
    </li>
  )
}

const LAST_WORDS = {
  sent: "Last sent",
  later: "The last attempt failed",
  never: "The last message was refused",
} as const

/** Sends a real message and says how it went. */
export function TestButton({ id, name }: { id: string | null; name: string }) {
  const test = useChange(notificationContract.testChannel, { alsoChanges: ["notification.channel"] })
  const said = test.error?.message ?? test.data?.sentence
  return (
    <>
      {said && (
        <span role="status" className={test.data?.sent ? "text-muted text-table" : "text-danger text-table"}>
          {said}
        </span>
      )}
      <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ id })} aria-label={`Test ${name}`}>
        Test
      </Button>
    </>
  )
}
