import { useCall, useChange, useUrlState } from "@countersign/core/web"
import { Button, Notice, SettingsPage, SettingsSection, Skeleton } from "@countersign/ui"
import { Navigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { useState } from "react"
import { notificationContract, type Subscription } from "../contract.ts"
import { ChannelDialog } from "./ChannelDialog.tsx"
import { ChannelList, TestButton } from "./ChannelList.tsx"
import { SubscriptionDialog } from "./SubscriptionDialog.tsx"
import { SubscriptionList } from "./SubscriptionList.tsx"

export default function ToldPage() {
  return (
    <SettingsPage
      title="My notifications"
      description="You are told only of what you may see when the message is sent."
    >
      <Subscriptions />
      <OwnChannels />
    </SettingsPage>
  )
}

function Subscriptions() {
  const { data, error } = useCall(
    notificationContract.subscriptions,
    {},
    { alsoShows: ["catalog.system", "notification.channel"] },
  )
  const [editing, setEditing] = useState<Subscription | "new" | null>(null)
  const end = useChange(notificationContract.unsubscribe)
  return (
    <SettingsSection
      title="Systems"
      description="You get a message when something happens, when it changes, and when it is over: one thread for each cause."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {end.error && <Notice tone="error">{end.error.message}</Notice>}
      {!data && !error && <Skeleton lines={3} label="Reading what you are told" />}
      {data && (
        <SubscriptionList
          items={data.items}
          empty="You have not subscribed to anything yet."
          onEdit={setEditing}
          onEnd={({ id }) => end.mutate({ subscriptionIds: [id] })}
        />
      )}
      <div>
        <Button icon={<Plus />} variant="primary" onClick={() => setEditing("new")}>
          Subscribe to systems
        </Button>
      </div>
      {editing && (
        <SubscriptionDialog subscription={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </SettingsSection>
  )
}

function OwnChannels() {
  const { data, error } = useCall(notificationContract.channels, {})
  const [adding, setAdding] = useState(false)
  const [{ channel: looked }] = useUrlState()
  // A link to a channel leads here; the shared ones are listed elsewhere.
  if (data?.items.some(({ id, shared }) => id === looked && shared))
    return <Navigate to="/settings/notification" search={{ channel: looked } as never} replace />
  return (
    <SettingsSection
      title="Your channels"
      description="Your e-mail address is there by itself. A webhook or a Slack webhook of your own is seen by nobody else."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={2} label="Reading your channels" />}
      {data && !data.mailWorks && (
        <Notice tone="warning" title="No mail server is set">
          Nothing can be mailed until an administrator sets one under Settings, Mail. Add a channel of your own
          meanwhile.
        </Notice>
      )}
      {data?.ownMail && data.mailWorks && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-hairline border-b pb-2">
          <span className="min-w-0 break-words">E-mail to {data.ownMail}</span>
          <TestButton id={null} name="your e-mail" />
        </div>
      )}
      {data && <ChannelList channels={data.items.filter(({ shared }) => !shared)} empty="" looked={looked} />}
      <div>
        <Button icon={<Plus />} onClick={() => setAdding(true)}>
          Add a channel
        </Button>
      </div>
      {adding && <ChannelDialog channel={null} shared={false} onClose={() => setAdding(false)} />}
    </SettingsSection>
  )
}
