import type { QuotedThing } from "@countersign/core/server"
import type { Subscription } from "../../contract.ts"

export const quotedSystem = (id: string, name?: string | null): QuotedThing => ({
  type: "catalog.system",
  id,
  ...(name && { name }),
})
export const quotedGroup = (id: string, name?: string | null): QuotedThing => ({
  type: "catalog.group",
  id,
  ...(name && { name }),
})
export const quotedChannel = (id: string, name?: string | null): QuotedThing => ({
  type: "notification.channel",
  id,
  ...(name && { name }),
})

/** Whoever named the systems, groups, teams and channels that a subscription speaks of. */
export function quotedInSubscription({ target, channel, team }: Subscription): QuotedThing[] {
  const { kind, id, name } = target
  return [
    ...(id === null ? [] : [kind === "system" ? quotedSystem(id, name) : quotedGroup(id, name)]),
    ...(channel ? [quotedChannel(channel.id, channel.name)] : []),
    ...(team ? [{ type: "platform.team", ...team }] : []),
  ]
}
