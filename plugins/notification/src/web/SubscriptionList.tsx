import { Button, TextLink } from "@countersign/ui"
import { LOWEST_WORDS, type Subscription, TOPIC_WORDS } from "../contract.ts"

/** Two lines each, on any screen: what, and by which way. */
export function SubscriptionList({
  items,
  empty,
  onEdit,
  onEnd,
}: {
  items: readonly Subscription[]
  empty: string
  onEdit: (subscription: Subscription) => void
  onEnd: (subscription: Subscription) => void
}) {
  if (items.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ul aria-label="Subscriptions">
      {items.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline border-b py-2 last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="break-words font-medium">
              {one.team && <>{one.team.name}: </>}
              <TargetName subscription={one} />
            </p>
            <p className="break-words text-muted text-table">{subscriptionWords(one)}</p>
          </div>
          <div className="flex gap-1">
            <Button size="sm" onClick={() => onEdit(one)} aria-label={`Change what is told about ${targetWords(one)}`}>
              Change
            </Button>
            <Button size="sm" onClick={() => onEnd(one)} aria-label={`End what is told about ${targetWords(one)}`}>
              End
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function TargetName({ subscription }: { subscription: Subscription }) {
  const { kind, id, name } = subscription.target
  if (kind === "system" && name !== null) return <TextLink href={`/catalog/systems/${id}`}>{name}</TextLink>
  return <>{targetWords(subscription)}</>
}

export function targetWords({ target: { kind, name } }: Subscription): string {
  if (kind === "everything") return "Every system"
  if (name === null) return `A ${kind} that you can no longer see`
  return kind === "group" ? `Every system in ${name}` : name
}

export function subscriptionWords({ about, from, channel }: Subscription): string {
  const lowest = about.some((topic) => topic !== "maintenance") ? `. ${LOWEST_WORDS[from]}` : ""
  return `${about.map((topic) => TOPIC_WORDS[topic]).join(", ")}${lowest}. By ${channel?.name ?? "e-mail"}.`
}
