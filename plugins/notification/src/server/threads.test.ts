import { catalogContract } from "@countersign/catalog/contract"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { personId } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"
import { startMailbox } from "./receiver.fixture.ts"

const testing = await testNotification()
const { olga, platform, receiver, report, settled, setMail, system, webhook, log } = testing
const mailbox = await startMailbox()
await setMail(mailbox.port)
const told = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))

async function follow(about?: ("status" | "incidents" | "maintenance")[]) {
  const systemId = await system()
  const { id: channelId, path } = await webhook()
  await platform.call(olga, notificationContract.subscribe, {
    systemIds: [systemId],
    channelId,
    ...(about && { about }),
  })
  return { systemId, path, channelId }
}

describe("a thread", () => {
  it("is one for each cause in a mailbox", async () => {
    const systemId = await system()
    await platform.call(olga, notificationContract.subscribe, { systemIds: [systemId] })

    await report(systemId, "unhealthy", "No answers")
    await settled()
    await report(systemId, "healthy")
    await settled()

    const [first, over] = mailbox.received.map(({ raw }) => raw)
    expect(mailbox.received.map(({ to }) => to)).toEqual(Array(2).fill([`${personId("olga")}@people.test`]))
    const id = /^Message-ID: (<.+@example\.test>)/im.exec(first!)?.[1]
    expect(id, first).toBeDefined()
    expect(first).not.toMatch(/^References:/im)
    expect(over).toMatch(new RegExp(`^References: ${id}`, "im"))
    expect(over).toMatch(new RegExp(`^In-Reply-To: ${id}`, "im"))
    expect(over).toMatch(/^From .+ to .+ UTC\.$/m)
    expect(first).toContain("No answers")
  })

  it("tells in one message what happened while nobody could be reached", async () => {
    const { systemId, path } = await follow()
    receiver.status(503)
    await report(systemId, "unhealthy")
    await settled()
    receiver.status(200)

    await report(systemId, "healthy")
    await settled()

    const messages = told(path)
    expect(messages).toHaveLength(2)
    expect(messages[1].subject).toMatch(/^"Checkout .+" was unhealthy and is healthy again$/)
    expect((await log()).slice(-2).map(({ status }) => status)).toEqual(["folded", "sent"])
  })

  it("says in Slack what it follows, and lets no name call everybody", async () => {
    const { id: systemId } = await platform.call(olga, catalogContract.createSystem, {
      name: `<!channel> & ${crypto.randomUUID()}`,
    })
    const { id: channelId } = await platform.call(olga, notificationContract.createChannel, {
      kind: "slack",
      name: "Room",
      address: receiver.url("/slack"),
      shared: true,
    })
    await platform.call(olga, notificationContract.subscribe, { systemIds: [systemId], channelId })
    await report(systemId, "unhealthy")
    await settled()
    await report(systemId, "healthy")
    await settled()

    const [first, over] = told("/slack").map(({ text }) => text)
    expect(first).toContain("&lt;!channel&gt; &amp;")
    expect(first).not.toContain("Follows")
    expect(over).toContain("Follows: ")
    expect(over.replace(/<https:[^>]+>/, "")).not.toMatch(/[<>]/)
  })
})

describe("an incident", () => {
  const open = (systemIds: string[], fields = {}) =>
    platform.call(olga, incidentContract.create, {
      title: "Cards are refused",
      severity: "major",
      systemIds,
      ...fields,
    })

  it("is told when it opens, with its updates, when it is resolved and when it is opened again", async () => {
    const { systemId, path } = await follow()
    const { id } = await open([systemId], { message: "We are looking." })
    await settled()
    await platform.call(olga, incidentContract.addUpdate, {
      id,
      message: "The acquirer is down.",
      status: "identified",
    })
    await settled()
    // What is mended without news is not told.
    const { version } = await platform.call(olga, incidentContract.get, { id })
    await platform.call(olga, incidentContract.update, { id, version, description: "More words." })
    await settled()
    await platform.call(olga, incidentContract.resolve, { id, note: "It is back." })
    await settled()

    const messages = told(path)
    expect(messages.map(({ phase, status, update }) => [phase, status, update])).toEqual([
      ["first", "investigating", "We are looking."],
      ["change", "identified", "The acquirer is down."],
      ["over", "resolved", "It is back."],
    ])
    expect(messages[0].subject).toBe('Major incident: "Cards are refused"')
    expect(new Set(messages.map(({ cause }) => cause)).size).toBe(1)
  })

  it("is told once, not also as the status that it sets", async () => {
    const { systemId, path } = await follow()
    const statusOnly = await webhook()
    await platform.call(olga, notificationContract.subscribe, {
      systemIds: [systemId],
      about: ["status"],
      channelId: statusOnly.id,
    })

    await open([systemId], { healthOverride: "unhealthy" })
    await settled()

    expect(told(path).map(({ event }) => event)).toEqual(["incident"])
    expect(told(statusOnly.path).map(({ event }) => event)).toEqual(["status"])
  })

  it("stays silent, and so does the status that it sets, while its notifications are suppressed", async () => {
    const { systemId, path } = await follow()
    const { id } = await open([systemId], { healthOverride: "unhealthy", suppressNotifications: true })
    await settled()
    expect(told(path)).toEqual([])

    const { version } = await platform.call(olga, incidentContract.get, { id })
    await platform.call(olga, incidentContract.update, { id, version, suppressNotifications: false })
    await settled()

    expect(told(path)).toMatchObject([{ event: "incident", phase: "first" }])
  })
})

describe("maintenance", () => {
  it("is told itself, and keeps what is measured meanwhile to itself", async () => {
    const { systemId, path } = await follow()
    const measure = (status: "healthy" | "unhealthy") =>
      platform.call(testing.service, catalogContract.reportStatuses, {
        reports: [{ systemId, source: "probe", status, measured: true }],
      })
    await measure("healthy")
    const { id } = await platform.call(olga, maintenanceContract.create, {
      title: "Upgrade",
      systemIds: [systemId],
      minutes: 30,
    })
    await settled()
    await measure("unhealthy")
    await measure("healthy")
    await measure("unhealthy")
    await settled()
    const during = told(path)
    expect(during.map(({ event }) => event)).toEqual(during.map(() => "maintenance"))

    await platform.call(olga, maintenanceContract.close, { id, note: "Done." })
    await settled()

    const after = told(path).slice(during.length)
    expect(after.map(({ event, phase, status }) => [event, phase, status]).sort()).toEqual([
      ["maintenance", "over", "ended"],
      ["status", "first", "unhealthy"],
    ])
  })
})
