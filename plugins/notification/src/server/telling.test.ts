import { createHmac } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { SIGNING_SECRET, testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { olga, platform, receiver, report, settled, system, webhook } = testing
const told = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))
const subscribe = (input: Parameters<typeof platform.call>[2]) =>
  platform.call(olga, notificationContract.subscribe, input as never)

describe("a status that changes", () => {
  it("is told once, then as it changes, then that it is over, all under one cause", async () => {
    const systemId = await system()
    const { id, path } = await webhook()
    await subscribe({ systemIds: [systemId], channelId: id })

    await report(systemId, "degraded", "Slow answers")
    await settled()
    await report(systemId, "unhealthy", "No answers")
    await settled()
    await report(systemId, "healthy")
    await settled()

    const messages = told(path)
    expect(messages.map(({ phase, status }) => [phase, status])).toEqual([
      ["first", "degraded"],
      ["change", "unhealthy"],
      ["over", "healthy"],
    ])
    expect(messages[0]).toMatchObject({ event: "status", text: expect.stringContaining("Slow answers") })
    expect(messages[0].subject).toMatch(/^"Checkout .+" is degraded$/)
    expect(messages[0].link).toBe(`https://status.example.test/catalog/systems/${systemId}`)
    expect(new Set(messages.map(({ cause }) => cause)).size).toBe(1)
    expect(new Set(messages.map(({ id: key }) => key)).size).toBe(3)
  })

  it("is signed over time and body, with a key that is the message's own", async () => {
    const systemId = await system()
    const { id, path } = await webhook()
    await subscribe({ systemIds: [systemId], channelId: id })

    await report(systemId, "unhealthy")
    await settled()

    const [post] = receiver.at(path)
    const timestamp = String(post!.headers["countersign-timestamp"])
    const expected = createHmac("sha256", SIGNING_SECRET).update(`${timestamp}.${post!.body}`).digest("hex")
    expect(post!.headers["countersign-signature"]).toBe(`sha256=${expected}`)
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60)
    expect(post!.headers["idempotency-key"]).toBe(JSON.parse(post!.body).id)
  })

  it("reaches those who chose a group of it or everything, each once, and only from what they asked for", async () => {
    const systemId = await system()
    const group = await platform.call(olga, catalogContract.createGroup, { name: `Shop ${crypto.randomUUID()}` })
    await platform.call(olga, catalogContract.addSystemToGroup, { groupId: group.id, systemIds: [systemId] })
    const [all, serious] = [await webhook(), await webhook()]
    await subscribe({ groupIds: [group.id], systemIds: [systemId], everything: true, channelId: all.id })
    await subscribe({ groupIds: [group.id], channelId: serious.id, from: "major" })

    await report(systemId, "degraded")
    await settled()
    expect([told(all.path).length, told(serious.path).length]).toEqual([1, 0])

    await report(systemId, "unhealthy")
    await settled()
    await report(systemId, "degraded")
    await settled()

    expect(told(all.path).map(({ status }) => status)).toEqual(["degraded", "unhealthy", "degraded"])
    // Whoever was told the worst of it hears that it got better.
    expect(told(serious.path).map(({ status }) => status)).toEqual(["unhealthy", "degraded"])
    await platform.call(olga, notificationContract.unsubscribe, {
      subscriptionIds: (await platform.call(olga, notificationContract.subscriptions, {})).items.map(({ id }) => id),
    })
    await report(systemId, "healthy")
    await settled()
    expect(told(all.path).length).toBe(3)
  })
})
