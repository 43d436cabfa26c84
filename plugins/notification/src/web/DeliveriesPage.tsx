import { ListView, timeColumn, useCall, useCan, useChange, useList, WordFilter } from "@countersign/core/web"
import {
  Badge,
  type BadgeTone,
  type Column,
  Dialog,
  EmptyState,
  Notice,
  PlainText,
  rowMenuColumn,
  Skeleton,
  Time,
  useToast,
} from "@countersign/ui"
import { useState } from "react"
import {
  channelAccess,
  DELIVERY_STATUSES,
  DELIVERY_WORDS,
  type Delivery,
  type DeliveryStatus,
  notificationContract,
  TOPIC_WORDS,
  TOPICS,
} from "../contract.ts"

export default function DeliveriesPage() {
  const mayManage = useCan()(channelAccess.manage)
  const toast = useToast()
  const [shown, setShown] = useState<Delivery | null>(null)
  const list = useList(notificationContract.deliveries, {
    noun: ["message", "messages"],
    sort: ["createdAt"],
    direction: "desc",
    filters: { status: DELIVERY_STATUSES, topic: TOPICS, channelId: "id" },
    alsoShows: ["notification.channel", "notification.message"],
  })
  const { data: channels } = useCall(notificationContract.channels, {})
  const again = useChange(notificationContract.sendAgain, {
    alsoChanges: ["notification.channel", "notification.message"],
    onDone({ again }) {
      toast.success(again === 1 ? "One message is sent again." : `${again} messages are sent again.`)
    },
  })
  const names = Object.fromEntries(
    (channels?.items ?? []).filter(({ shared }) => shared).map(({ id, name }) => [id, name]),
  )
  const columns: Column<Delivery>[] = [
    {
      id: "status",
      header: "State",
      width: "190px",
      priority: "meta",
      cell: ({ status }) => <Badge tone={TONES[status]}>{DELIVERY_WORDS[status]}</Badge>,
    },
    { id: "what", header: "What", width: "3fr", priority: "title", cell: whatOf },
    { id: "to", header: "To", width: "2fr", priority: "meta", cell: toWhom },
    { id: "how", header: "How it went", width: "3fr", cell: ({ sentence }) => sentence ?? "" },
    timeColumn("createdAt", "Since", { sortable: true }),
    rowMenuColumn<Delivery>(whatOf, (delivery) => [
      { id: "attempts", label: "Attempts", onSelect: () => setShown(delivery) },
      ...(mayManage && delivery.status === "failed"
        ? [{ id: "again", label: "Send again", onSelect: () => again.mutate({ ids: [delivery.id] }) }]
        : []),
    ]),
  ]
  return (
    <ListView
      list={list}
      title="What was sent"
      description="What it said is not repeated here. Messages are kept for 30 days."
      filters={
        <>
          <WordFilter label="State" words={DELIVERY_WORDS} {...list.control("status")} />
          <WordFilter label="About" words={TOPIC_WORDS} {...list.control("topic")} />
          <WordFilter label="Channel" words={names} {...list.control("channelId")} />
        </>
      }
      columns={columns}
      rowLabel={whatOf}
      noMatch="No message fits these filters."
      empty={
        <EmptyState title="Nothing was sent yet">Messages appear here once somebody is told something.</EmptyState>
      }
    >
      {again.error && <Notice tone="error">{again.error.message}</Notice>}
      {shown && <AttemptsDialog delivery={shown} onClose={() => setShown(null)} />}
    </ListView>
  )
}

const TONES: Record<DeliveryStatus, BadgeTone> = {
  waiting: "neutral",
  sent: "healthy",
  folded: "neutral",
  withheld: "neutral",
  failed: "unhealthy",
}

function whatOf({ topic, about, state }: Delivery): string {
  if (!topic) return "A message by hand"
  return about ? `${about.name}: ${state}` : "Something that is gone, or not yours to see"
}

function toWhom({ recipient, channel }: Delivery): string {
  if (recipient.kind === "channel") return recipient.name
  return `${recipient.name}, by ${channel?.name ?? "e-mail"}`
}

function AttemptsDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { data, error } = useCall(
    notificationContract.attempts,
    { deliveryId: delivery.id },
    { alsoShows: ["notification.message"] },
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={whatOf(delivery)} description={toWhom(delivery)}>
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={3} label="Reading the attempts" />}
      {data?.items.length === 0 && <p className="text-muted">There was no attempt yet.</p>}
      <ol>
        {data?.items.map((attempt) => (
          <li key={attempt.at} className="border-hairline border-b py-2 last:border-b-0">
            <p className="break-words">
              <Time instant={attempt.at} as="short" className="text-faint" /> <PlainText>{attempt.sentence}</PlainText>
            </p>
            {attempt.answer && (
              <p className="break-words font-mono text-muted text-table">
                <PlainText>{attempt.answer}</PlainText>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
