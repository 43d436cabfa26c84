import { type ThingPartProps, useCall, useChange } from "@countersign/core/web"
import { Notice, Skeleton, Switch, TextLink } from "@countersign/ui"
import { notificationContract } from "../contract.ts"
import { subscriptionWords, targetWords } from "./SubscriptionList.tsx"

/** On a system's page: whether I am told, and who else is. */
export default function SystemToldPanel({ id: systemId }: ThingPartProps) {
  const { data, error } = useCall(
    notificationContract.told,
    { systemId },
    { alsoShows: ["notification.subscription", "notification.channel"] },
  )
  const changes = { alsoChanges: ["notification.subscription", "catalog.system"] }
  const subscribe = useChange(notificationContract.subscribe, changes)
  const unsubscribe = useChange(notificationContract.unsubscribe, changes)
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={2} label="Reading who is told" />
  const direct = data.mine.filter(({ target }) => target.kind === "system")
  const otherwise = data.mine.filter(({ target }) => target.kind !== "system")
  const failure = subscribe.error ?? unsubscribe.error
  return (
    <div className="grid gap-2">
      <Switch
        label="Tell me"
        hint={direct.map(subscriptionWords).join(" ") || "Of status changes, incidents and maintenance, by e-mail."}
        checked={direct.length > 0}
        disabled={subscribe.isPending || unsubscribe.isPending}
        onChange={(on) =>
          on
            ? subscribe.mutate({ systemIds: [systemId] })
            : unsubscribe.mutate({ subscriptionIds: direct.map(({ id }) => id) })
        }
      />
      {failure && <Notice tone="error">{failure.message}</Notice>}
      {otherwise.length > 0 && (
        <p className="text-muted text-table">
          You hear of it anyway, because you chose: {otherwise.map(targetWords).join(", ")}.
        </p>
      )}
      {data.others && data.others.length > 0 && (
        <p className="break-words text-table">
          Also told: {[...new Set(data.others.map(({ name, by }) => `${name} (${by})`))].join(", ")}.
        </p>
      )}
      <p className="text-table">
        <TextLink href="/notification">My notifications</TextLink>
      </p>
    </div>
  )
}
