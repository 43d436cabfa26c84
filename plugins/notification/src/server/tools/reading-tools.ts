import { defineTool, leanResult } from "@countersign/core/server"
import { channels } from "../channels/list-channels.ts"
import { subscriptions } from "../subscriptions/list-subscriptions.ts"
import { quotedChannel, quotedInSubscription } from "./quoted.ts"

export const channelsTool = defineTool({
  name: "channels",
  describe: () => "Looked at the channels that messages can take",
  verb: channels,
  description:
    "List the channels by which somebody can be told something: the operator's own and, where they may see them, the shared " +
    "ones. Call it before you name a channel; without one, people are told by e-mail, if `mailWorks`. It takes no arguments.",
  quotes: ({ result }) => (result?.items ?? []).map(({ id, name }) => quotedChannel(id, name)),
  projectResult: leanResult,
})

export const subscriptionsTool = defineTool({
  name: "subscriptions",
  describe: () => "Looked at what you are told",
  verb: subscriptions,
  description:
    "List what the operator is told, and by which way. Call it before you change or end one. It takes no arguments.",
  quotes: ({ result }) => (result?.items ?? []).flatMap(quotedInSubscription),
  projectResult: leanResult,
})
