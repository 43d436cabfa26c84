import { teamsContract } from "@countersign/core/contract"
import { defineTesting, making } from "@countersign/testing"
import { notificationContract } from "./contract.ts"
import { examples, ROOM } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  access: matrix,
  examples,
  seed,
  pages,
  dialogs,
  forms,
  sampleReferences: {
    told: { "notification.subscription.group_id": "system_group", "notification.subscription.system_id": "system" },
    async name(call, { other, group }) {
      await call(notificationContract.subscribe, { systemIds: [other], groupIds: [group] })
      const { id: teamId } = await call(teamsContract.createTeam, { name: "On call" })
      const room = { kind: "slack", name: "Room", address: "https://hooks.example.test/room", shared: true } as const
      const { id: channelId } = await call(notificationContract.createChannel, room)
      await call(notificationContract.subscribeTeam, { teamId, channelId, systemIds: [other] })
      return [
        ["other", "2 subscriptions"],
        ["group", "one subscription"],
      ]
    },
  },
  lookalikes: {
    "notification.channel": {
      make: making("notification.createChannel", {
        kind: "slack",
        address: "https://hooks.invalid/services/T000/B000/x",
        shared: true,
      }),
      list: "/settings/notification",
    },
  },
  writing: {
    makers: [["notification.createChannel", "channelId"]],
    owners: [[/^notification\./, "channelId"]],
    inputs: { "notification.createChannel": ROOM },
    // A channel leads somewhere: no made-up text is a kind or an address, and what is sealed is told to nobody.
    unwritten: [
      "notification.createChannel kind",
      ...["create", "update"].flatMap((verb) =>
        ["address", "secret"].map((field) => `notification.${verb}Channel ${field}`),
      ),
    ],
  },
})
