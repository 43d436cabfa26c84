import { groupDeleted, systemDeleted } from "@countersign/catalog/contract"
import { definePlugin, job, reaction, subscribe as subscribeTo } from "@countersign/core/server"
import createNotification from "../migrations/0001-create-notification.ts"
import endings from "../migrations/0002-endings.ts"
import { notificationAssistant } from "./assistant.ts"
import { channelAccess, channelKind, messageAccess, notificationContract, subscriptionAccess } from "./contract.ts"
import { createChannel, deleteChannel, updateChannel } from "./server/channels/change-channel.ts"
import { ADDRESS, SECRET } from "./server/channels/channel-store.ts"
import { channelThing, seenChannels } from "./server/channels/channel-thing.ts"
import { emailChannel } from "./server/channels/email-channel.ts"
import { channelKinds, channels } from "./server/channels/list-channels.ts"
import { slackChannel } from "./server/channels/slack-channel.ts"
import { testChannel } from "./server/channels/test-channel.ts"
import { webhookChannel } from "./server/channels/webhook-channel.ts"
import { begin } from "./server/delivering/begin.ts"
import { compose } from "./server/delivering/compose.ts"
import { conclude } from "./server/delivering/conclude.ts"
import { deliverer } from "./server/delivering/deliverer.ts"
import { attempts, deliveries } from "./server/delivering/list-deliveries.ts"
import { send, sendAgain } from "./server/delivering/send-message.ts"
import { transmit } from "./server/delivering/transmit.ts"
import { hear } from "./server/hearing/hear.ts"
import { subscriptions, teamSubscriptions, told } from "./server/subscriptions/list-subscriptions.ts"
import { subscribe, subscribeTeam, unsubscribe, unsubscribeTeam } from "./server/subscriptions/subscribe.ts"
import { channelsTool, subscriptionsTool } from "./server/tools/reading-tools.ts"
import { sendTool } from "./server/tools/send-tool.ts"
import { subscribeTool, unsubscribeTool } from "./server/tools/subscribing-tools.ts"
import {
  foreseeGroupDeletion,
  foreseeSystemDeletion,
  forgetGroup,
  forgetPerson,
  forgetSystem,
  referToSample,
} from "./server/upkeep/forget.ts"
import { sweep } from "./server/upkeep/sweep.ts"

export const notificationPlugin = definePlugin({
  id: "notification",
  requires: ["catalog", "incident", "maintenance"],
  contract: notificationContract,
  access: [subscriptionAccess, channelAccess, messageAccess],
  migrations: [createNotification, endings],
  verbs: {
    subscriptions,
    subscribe,
    unsubscribe,
    teamSubscriptions,
    subscribeTeam,
    unsubscribeTeam,
    told,
    channels,
    channelKinds,
    createChannel,
    updateChannel,
    deleteChannel,
    testChannel,
    deliveries,
    attempts,
    sendAgain,
    send,
    hear,
    compose,
    begin,
    transmit,
    conclude,
    sweep,
    referToSample,
    foreseeSystemDeletion,
    foreseeGroupDeletion,
    forgetSystem,
    forgetGroup,
    forgetPerson,
  },
  declares: [channelKind],
  kinds: [emailChannel, webhookChannel, slackChannel],
  reactions: [
    subscribeTo({ to: "*", verb: hear }),
    reaction(systemDeleted, forgetSystem),
    reaction(groupDeleted, forgetGroup),
  ],
  workers: [deliverer],
  jobs: [job("notification.sweep", sweep, { schedule: "41 4 * * *" })],
  consequences: [
    { resource: "catalog.system", verb: foreseeSystemDeletion },
    { resource: "catalog.group", verb: foreseeGroupDeletion },
  ],
  tools: [channelsTool, subscriptionsTool, subscribeTool, unsubscribeTool, sendTool],
  assistant: notificationAssistant,
  sealed: [ADDRESS, SECRET],
  things: [channelThing],
  names: [{ type: channelThing.type, table: "notification.channel", seen: seenChannels }],
  refersToSample: referToSample,
  erasePerson: forgetPerson,
})
