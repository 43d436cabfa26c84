import { useCall, useCan, useChange, useUrlState } from "@countersign/core/web"
import { Button, ButtonLink, Notice, SettingsPage, SettingsSection, Skeleton } from "@countersign/ui"
import { Plus } from "lucide-react"
import { useState } from "react"
import { channelAccess, notificationContract, type Subscription, subscriptionAccess } from "../contract.ts"
import { ChannelDialog } from "./ChannelDialog.tsx"
import { ChannelList } from "./ChannelList.tsx"
import { TeamSubscriptionDialog } from "./SubscriptionDialog.tsx"
import { SubscriptionList } from "./SubscriptionList.tsx"

export default function ChannelsPage() {
  const mayManageTeams = useCan()(subscriptionAccess.manage)
  return (
    <SettingsPage
      title="Notifications"
      description="How people and teams are told. What each person wants to hear they choose under My notifications."
    >
      <SharedChannels />
      {mayManageTeams && <Teams />}
      <SettingsSection
        title="What was sent"
        description="Every message of the last 30 days, with each attempt and how it went."
      >
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/settings/notification/messages">What was sent</ButtonLink>
          <ButtonLink href="/settings/notification/messages?status=failed">What was given up</ButtonLink>
        </div>
      </SettingsSection>
    </SettingsPage>
  )
}

function SharedChannels() {
  const mayManage = useCan()(channelAccess.manage)
  const { data, error } = useCall(notificationContract.channels, {}, { alsoShows: ["notification.channel"] })
  const [adding, setAdding] = useState(false)
  const [{ channel: looked }] = useUrlState()
  return (
    <SettingsSection
      title="Shared channels"
      description="Chosen for teams, and by people who may see them. Addresses and secrets are sealed; a test sends a real message."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={3} label="Reading the channels" />}
      {data && (
        <ChannelList
          channels={data.items.filter(({ shared }) => shared)}
          empty="There is no shared channel yet."
          looked={looked}
        />
      )}
      {mayManage && (
        <div>
          <Button icon={<Plus />} variant="primary" onClick={() => setAdding(true)}>
            Add a shared channel
          </Button>
        </div>
      )}
      {adding && <ChannelDialog channel={null} shared onClose={() => setAdding(false)} />}
    </SettingsSection>
  )
}

function Teams() {
  const { data, error } = useCall(
    notificationContract.teamSubscriptions,
    {},
    { alsoShows: ["catalog.system", "notification.channel"] },
  )
  const [editing, setEditing] = useState<Subscription | "new" | null>(null)
  const end = useChange(notificationContract.unsubscribeTeam)
  return (
    <SettingsSection
      title="Teams"
      description="What teams are told through shared channels, as far as each of their members may see it."
    >
      {error && <Notice tone="error">{error.message}</Notice>}
      {end.error && <Notice tone="error">{end.error.message}</Notice>}
      {!data && !error && <Skeleton lines={3} label="Reading what teams are told" />}
      {data && (
        <SubscriptionList
          items={data.items}
          empty="No team is told anything yet."
          onEdit={setEditing}
          onEnd={({ id }) => end.mutate({ subscriptionIds: [id] })}
        />
      )}
      <div>
        <Button icon={<Plus />} onClick={() => setEditing("new")}>
          Tell a team about systems
        </Button>
      </div>
      {editing && (
        <TeamSubscriptionDialog subscription={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
    </SettingsSection>
  )
}
