import { defineAccess } from "@countersign/core/contract"

export const subscriptionAccess = defineAccess("notification.subscription", {
  own: { sentence: "Choose what one is told oneself, and by which way", roles: ["viewer", "operator"] },
  manage: { sentence: "Choose what teams are told, and see who is told of what", implies: ["own"] },
})

export const channelAccess = defineAccess("notification.channel", {
  read: { sentence: "See shared channels and what was sent", roles: ["operator"] },
  manage: { sentence: "Add, change, test and delete shared channels, and send again what failed", implies: ["read"] },
})

export const messageAccess = defineAccess("notification.message", {
  send: { sentence: "Send a message through a shared channel", implies: [channelAccess.read] },
})
