import { catalogContract } from "@countersign/catalog/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { notificationContract } from "../contract.ts"

/** A channel that is valid, and calls nobody in tests. */
export const ROOM = { kind: "slack", name: "Room", address: "https://hooks.example.test/room", shared: true }

export const examples: ToolExamples = {
  "notification.channels": toolExample({
    world: async (w) => ({ channelId: await addChannel(w) }),
    input: () => ({}),
  }),
  "notification.subscriptions": toolExample({
    async world(w) {
      const [systemId, channelId] = [await addSystem(w), await addChannel(w)]
      // People are told what they chose themselves, of things and by ways that others named.
      await (w.reader ?? w).call(notificationContract.subscribe, { systemIds: [systemId], channelId })
      return { systemId }
    },
    input: () => ({}),
  }),
  "notification.subscribe": toolExample({
    world: async (w) => ({
      systemId: await addSystem(w),
      groupId: await addGroup(w),
      channelId: await addChannel(w),
      otherId: await addSystem(w),
    }),
    input: ({ systemId, groupId, channelId }) => ({
      systemIds: [systemId],
      groupIds: [groupId],
      everything: false,
      about: ["status", "incidents"],
      from: "major",
      channelId,
    }),
    // Viewers see no shared channel, and are told by e-mail.
    inputOfAnybody: ({ systemId, groupId }) => ({ systemIds: [systemId], groupIds: [groupId] }),
    ofPeople: true,
    meant: ["channelId"],
    changeNamed: (w, { systemId }) => describeSystem(w, systemId),
    changeUnrelated: (w, { otherId }) => describeSystem(w, otherId),
  }),
  "notification.unsubscribe": toolExample({
    personal: true,
    async world(w) {
      const [chosen, other] = [await subscribeTo(w, "critical"), await subscribeTo(w, "major")]
      return { id: chosen, otherId: other }
    },
    input: ({ id }) => ({ subscriptionIds: [id] }),
    changeUnrelated: (w, { otherId }) => w.call(notificationContract.unsubscribe, { subscriptionIds: [otherId] }),
  }),
  "notification.send": toolExample({
    world: async (w) => ({ channelId: await addChannel(w), otherId: await addChannel(w) }),
    input: ({ channelId }) => ({ channelId, subject: "We are moving", text: "Orders pause for ten minutes." }),
    changeNamed: (w, { channelId }) => rename(w, channelId),
    changeUnrelated: (w, { otherId }) => rename(w, otherId),
  }),
}

const free = (w: ExampleWorld, name: string) => `${name} ${w.random().toString(36).slice(2, 12)}`

async function addSystem(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createSystem, { name: free(w, "Checkout") })).id
}

async function addGroup(w: ExampleWorld): Promise<string> {
  return (await w.call(catalogContract.createGroup, { name: free(w, "Shop") })).id
}

async function addChannel(w: ExampleWorld): Promise<string> {
  return (await w.call(notificationContract.createChannel, { ...ROOM, name: free(w, "Room") })).id
}

async function rename(w: ExampleWorld, id: string): Promise<void> {
  const { items } = await w.call(notificationContract.channels, {})
  const { version } = items.find((one) => one.id === id)!
  await w.call(notificationContract.updateChannel, { id, version, name: free(w, "Other room") })
}

async function subscribeTo(w: ExampleWorld, from: "major" | "critical"): Promise<string> {
  const { subscriptions } = await w.call(notificationContract.subscribe, {
    everything: true,
    from,
    channelId: await ownChannel(w),
  })
  return subscriptions[0]!.id
}

async function ownChannel(w: ExampleWorld): Promise<string> {
  return (await w.call(notificationContract.createChannel, { ...ROOM, name: free(w, "Room"), shared: false })).id
}

async function describeSystem(w: ExampleWorld, systemId: string): Promise<void> {
  const { version } = await w.call(catalogContract.getSystem, { systemId })
  await w.call(catalogContract.updateSystem, { systemId, version, description: free(w, "Takes orders") })
}
