import { listed, quoteName } from "@countersign/core/contract"
import { LOWEST_WORDS, type Subscription, TOPIC_WORDS } from "../../contract.ts"

/** `"Checkout": Status changes and Incidents (Unhealthy, incidents from major up) by "Ops"`. */
export function subscriptionInWords({ target, about, from, channel }: Subscription): string {
  const what =
    target.kind === "everything" ? "Every system" : target.name === null ? "Something hidden" : quoteName(target.name)
  const topics = listed(about.map((topic) => TOPIC_WORDS[topic]))
  const lowest = about.some((topic) => topic !== "maintenance") ? ` (${LOWEST_WORDS[from]})` : ""
  return `${what}: ${topics}${lowest} by ${channel ? quoteName(channel.name) : "e-mail"}`
}

/** What others call a channel that is one person's own: its name is theirs alone. */
export const OWN_CHANNEL = "a channel of their own"
