import { defineWebPlugin } from "@countersign/core/web"
import { Bell, BellRing } from "lucide-react"
import { channelAccess, subscriptionAccess } from "./contract/access.ts"
import type { notificationContract } from "./contract.ts"

const own = [subscriptionAccess.own]
const shared = [channelAccess.read]

export const notificationWebPlugin = defineWebPlugin<typeof notificationContract>({
  id: "notification",
  brings: ["notifications"],
  pages: [
    { path: "/notification", load: () => import("./web/ToldPage.tsx"), access: own },
    { path: "/settings/notification", load: () => import("./web/ChannelsPage.tsx"), access: shared },
    { path: "/settings/notification/messages", load: () => import("./web/DeliveriesPage.tsx"), access: shared },
  ],
  // Which of the two pages lists it depends on whether it is shared; the first knows the way to the other.
  things: { "notification.channel": (id) => `/notification?channel=${id}` },
  on: {
    "catalog.system": [
      {
        id: "notification.told",
        place: "overview",
        title: "Who is told",
        order: 40,
        access: own,
        load: () => import("./web/SystemToldPanel.tsx"),
      },
    ],
  },
  settings: [
    {
      workspace: "settings",
      label: "My notifications",
      path: "/notification",
      icon: Bell,
      sentence: "Which systems you hear of, how bad it has to be, and how you are told.",
      order: 5,
      access: own,
    },
    {
      workspace: "settings",
      label: "Notifications",
      path: "/settings/notification",
      icon: BellRing,
      sentence: "Shared channels, what teams are told, and what was sent.",
      order: 46,
      access: shared,
    },
  ],
  palette: [
    {
      group: "Notifications",
      access: own,
      entries: [{ id: "told", title: "My notifications", keywords: "subscribe notify alert", path: "/notification" }],
    },
    {
      group: "Notifications",
      access: shared,
      entries: [
        {
          id: "channels",
          title: "Channels of notifications",
          keywords: "webhook slack",
          path: "/settings/notification",
        },
        {
          id: "sent",
          title: "What was sent",
          keywords: "delivery log failed",
          path: "/settings/notification/messages",
        },
      ],
    },
  ],
})
