import type { MatrixOptions, TestPlatform } from "@countersign/testing"
import { notificationContract } from "../contract.ts"

export const matrix: MatrixOptions = {
  hidden: [
    {
      // One person's own channel is nobody else's to see.
      at: [
        "notification.*.channelId",
        "notification.updateChannel.id",
        "notification.deleteChannel.id",
        "notification.testChannel.id",
      ],
      make: async (testing) => ({ id: await ownChannel(testing) }),
    },
    {
      at: ["notification.unsubscribe.subscriptionIds"],
      make: async (testing) => ({ id: await ownSubscription(testing) }),
    },
  ],
  // Whoever holds the rule sees all of them.
  open: [
    "notification.*.groupIds",
    "notification.*.teamId",
    "notification.unsubscribeTeam.subscriptionIds",
    "notification.attempts.deliveryId",
    "notification.sendAgain.ids",
  ],
  inputs: {
    "notification.createChannel": { kind: "slack", name: "Ops", address: "https://hooks.example.test/x", secret: null },
    "notification.updateChannel": { name: "Ops room" },
    "notification.subscribe": { everything: true },
    "notification.subscribeTeam": { everything: true },
  },
}

async function ownChannel(testing: TestPlatform): Promise<string> {
  const draft = { kind: "slack", name: "Mine", address: "https://hooks.example.test/mine", shared: false }
  return (await testing.platform.call(await testing.as("zoe"), notificationContract.createChannel, draft)).id
}

async function ownSubscription(testing: TestPlatform): Promise<string> {
  const chosen = { everything: true }
  const { subscriptions } = await testing.platform.call(await testing.as("zoe"), notificationContract.subscribe, chosen)
  return subscriptions[0]!.id
}
