import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { WAITS_MS } from "./delivering/retry.ts"
import { SIGNING_SECRET, testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { ask, forward, log, olga, platform, receiver, root, settled, trail, webhook } = testing
const send = (channelId: string, subject = "Hello") =>
  platform.call(olga, notificationContract.send, { channelId, subject })
const attemptsOf = async (deliveryId: string) =>
  (await platform.call(olga, notificationContract.attempts, { deliveryId })).items

describe("a receiver that fails", () => {
  it("is tried for about a day under one key and with one body, and then given up until somebody sends it again", async () => {
    const { id, path } = await webhook()
    receiver.status(503, `busy ${SIGNING_SECRET}`)
    const { deliveryId } = await send(id)
    await settled()
    for (const wait of WAITS_MS) {
      // A fifth later than it is due on average is when it is due at the latest.
      await forward((wait * 1.2) / 60_000 + 0.1)
      await settled()
    }

    const posts = receiver.at(path)
    expect(posts).toHaveLength(WAITS_MS.length + 1)
    expect(new Set(posts.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1)
    expect(WAITS_MS.reduce((sum, wait) => sum + wait) / 3_600_000).toBeCloseTo(23.7, 0)
    expect((await log()).at(-1)).toMatchObject({ status: "failed", attempts: posts.length })
    const [first] = await attemptsOf(deliveryId)
    expect(first).toMatchObject({ outcome: "later", httpStatus: 503, answer: expect.stringContaining("busy") })
    expect(JSON.stringify(first)).not.toContain(SIGNING_SECRET)

    receiver.status(200)
    expect(await platform.call(olga, notificationContract.sendAgain, { ids: [deliveryId] })).toEqual({ again: 1 })
    await settled()
    expect((await log()).at(-1)).toMatchObject({ status: "sent" })
    expect(await trail("notification.sendAgain")).toMatchObject([{ note: "1 message is sent again." }])
  })

  it.each([401, 404, 410, 422])("is not asked again after a %i", async (status) => {
    const { id, path } = await webhook()
    receiver.status(status)
    await send(id)
    await settled()
    await forward(60)
    await settled()

    expect(receiver.at(path)).toHaveLength(1)
    expect((await log()).at(-1)).toMatchObject({ status: "failed", attempts: 1 })
  })

  it("waits as long as it is asked to", async () => {
    const { id, path } = await webhook()
    receiver.behaviour.answer = (_post, response) => response.writeHead(429, { "retry-after": "600" }).end()
    await send(id)
    await settled()
    await forward(5)
    await settled()
    expect(receiver.at(path)).toHaveLength(1)

    receiver.status(200)
    await forward(6)
    await settled()
    expect(receiver.at(path)).toHaveLength(2)
  })
})

describe("a hostile receiver", () => {
  it("leads nowhere by a redirect", async () => {
    const { id, path } = await webhook()
    receiver.behaviour.answer = (_post, response) =>
      response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data" }).end()
    const { deliveryId } = await send(id)
    await settled()

    expect(receiver.at(path)).toHaveLength(1)
    expect((await attemptsOf(deliveryId))[0]!.sentence).toContain("points to another address (307)")
  })

  it("is not listened to for ever, nor are its bytes kept", async () => {
    const { id } = await webhook()
    receiver.behaviour.answer = (_post, response) => {
      response.writeHead(200)
      const more = () => response.writable && response.write(`\u0000\u202e${"A".repeat(65_536)}`, more)
      more()
      response.on("error", () => {})
    }
    const { deliveryId } = await send(id)
    await settled()

    const [attempt] = await attemptsOf(deliveryId)
    expect(attempt).toMatchObject({ outcome: "sent" })
    expect(attempt!.answer.length).toBeLessThanOrEqual(500)
    expect(attempt!.answer).toMatch(/^A+$/)
  })

  it("is never a metadata address, and no private one that is not allowed", async () => {
    for (const [address, sentence] of [
      ["http://169.254.169.254/", "is a link-local, metadata or reserved address"],
      ["http://10.1.2.3/", "COUNTERSIGN_ALLOW_PRIVATE"],
    ]) {
      const { id } = await platform.call(olga, notificationContract.createChannel, {
        kind: "slack",
        name: "Inside",
        address: address!,
        shared: true,
      })
      expect(await platform.call(olga, notificationContract.testChannel, { id })).toEqual({
        sent: false,
        sentence: expect.stringContaining(sentence!),
      })
    }
  })
})

describe("the log", () => {
  it("forgets what ended more than 30 days ago", async () => {
    const { id } = await webhook()
    receiver.status(200)
    await send(id)
    await settled()
    await forward(31 * 24 * 60)

    await platform.call(testing.service, notificationContract.sweep, {})

    expect(await ask("SELECT count(*)::int AS count FROM notification.attempt")).toEqual([{ count: 0 }])
    expect(await trail("notification.sweep")).toHaveLength(1)
  })

  it("goes with a person who is erased, and so do their channels", async () => {
    const own = { kind: "slack", name: "Mine", address: "https://hooks.example.test/x" }
    await platform.call(root, notificationContract.createChannel, own)
    await platform.call(root, notificationContract.subscribe, { everything: true })

    const input = { personId: root.principal.id, name: "Somebody" }
    await platform.call(testing.service, notificationContract.forgetPerson, input)

    expect(await platform.call(root, notificationContract.subscriptions, {})).toEqual({ items: [] })
    const { items } = await platform.call(root, notificationContract.channels, {})
    expect(items.filter(({ shared }) => !shared)).toEqual([])
  })
})
