import {
  CHOSEN,
  type FormWay,
  fromMenu,
  type Place,
  pressing,
  type SeedCall,
  type SeededThings,
} from "@countersign/testing"

/** The address is nobody's: a name that cannot be looked up. */
export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  const address = "https://hooks.invalid/services/T000/B000/x"
  const { id } = await call("notification.createChannel", { kind: "slack", name: "On call", address, shared: true })
  await call("notification.createChannel", { kind: "slack", name: "My room", address, shared: false })
  await call("notification.subscribe", { systemIds: [systemId], from: "major" })
  await call("notification.subscribe", { everything: true, about: ["incidents"], from: "critical", channelId: id })
  // It stays on its way: the name cannot be looked up.
  await call("notification.send", { channelId: id, subject: "Deployment at noon" })
  return { notificationChannelId: id }
}

export function pages(): readonly Place[] {
  return [
    { name: "notification", path: "/notification" },
    { name: "notification-channels", path: "/settings/notification" },
    { name: "notification-deliveries", path: "/settings/notification/messages" },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs(): readonly Place[] {
  return [
    {
      name: "notification-channel-delete",
      path: "/settings/notification",
      prepare: async (page) => {
        await pressing("More for On call")(page)
        await page.getByRole("menuitem", { name: "Delete" }).click()
      },
    },
    { name: "notification-attempts", path: "/settings/notification/messages", prepare: fromMenu("Attempts") },
  ]
}

export function forms(): Readonly<Record<string, FormWay>> {
  return {
    subscription: { at: "/notification", open: pressing("Subscribe to systems"), wrong: CHOSEN },
    "team-subscription": { at: "/settings/notification", open: pressing("Tell a team about systems"), wrong: CHOSEN },
    channel: {
      at: "/settings/notification",
      open: pressing("Add a shared channel"),
      fill: async (form) => {
        await form.getByLabel("Name").fill("Ops")
        await form.getByLabel("Signing secret").fill("long enough to be taken")
      },
      wrong: ["Address", "not an address"],
    },
  }
}
