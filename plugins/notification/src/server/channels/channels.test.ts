import { describe, expect, it } from "vitest"
import { notificationContract } from "../../contract.ts"
import { SIGNING_SECRET, testNotification } from "../notification.fixture.ts"
import { startMailbox } from "../receiver.fixture.ts"

const testing = await testNotification({
  egress: {
    resolve: async () => ["127.0.0.1"],
    standsForPublic: (host) => host === "hooks.example.test",
  },
})
const { as, database, olga, platform, receiver, setMail, trail, webhook } = testing
const { createChannel, updateChannel, testChannel, channels, deleteChannel, subscribe } = notificationContract

describe("a channel", () => {
  it("never shows its address or secret again: not in answers, the audit log or the table", async () => {
    const { id, path } = await webhook()
    const { items } = await platform.call(olga, channels, {})
    const { rows } = await database.pool.query("SELECT * FROM notification.channel")

    expect(items.find((one) => one.id === id)).toMatchObject({ place: `127.0.0.1:${receiver.port}`, hasSecret: true })
    for (const place of [items.map(({ name: _, ...rest }) => rest), rows.map(({ name: _, ...rest }) => rest)])
      expect(JSON.stringify(place)).not.toContain(path)
    for (const place of [items, rows, await trail()]) expect(JSON.stringify(place)).not.toContain(SIGNING_SECRET)
  })

  it("takes a new secret with a new address, so that no secret goes to another receiver", async () => {
    const { id } = await webhook()
    const change = { id, version: 1, address: "https://elsewhere.example.test/" }
    await expect(platform.call(olga, updateChannel, change)).rejects.toThrow("A new address takes a new secret")
    expect(await platform.call(olga, updateChannel, { ...change, secret: "another secret of ours" })).toMatchObject({
      place: "elsewhere.example.test",
      version: 2,
    })
    await expect(platform.call(olga, updateChannel, { id, version: 1, name: "Late" })).rejects.toThrow(
      "was changed since",
    )
  })

  it("says what is wrong with what it is given", async () => {
    const draft = { kind: "webhook", name: "Hook", address: "ftp://example.test", secret: "short", shared: true }
    await expect(platform.call(olga, createChannel, draft)).rejects.toThrow(
      "An address begins with https:// or http://. A signing secret has at least 16 characters.",
    )
    await expect(platform.call(olga, createChannel, { ...draft, kind: "pigeon" })).rejects.toThrow(
      '"pigeon" is not among the channels. There are email, webhook, slack.',
    )
  })

  it("of one person is nobody else's, and a shared one takes the permission", async () => {
    const [vera, ben] = [await as("vera", "viewer"), await as("ben", "operator")]
    const draft = { kind: "slack", name: "Mine", address: "https://hooks.example.test/vera" }
    const { id } = await platform.call(vera, createChannel, draft)

    await expect(platform.call(ben, deleteChannel, { id })).rejects.toThrow("does not exist, or is not yours to see")
    await expect(platform.call(ben, subscribe, { everything: true, channelId: id })).rejects.toThrow("does not exist")
    await expect(platform.call(vera, createChannel, { ...draft, shared: true })).rejects.toThrow(
      "Vera lacks the permission notification.channel.manage",
    )
    const { id: sharedId } = await webhook()
    await expect(platform.call(vera, subscribe, { everything: true, channelId: sharedId })).rejects.toThrow(
      "does not exist",
    )
  })

  it("is tested with a real message, and answers how it went", async () => {
    const { id, path } = await webhook()
    expect(await platform.call(olga, testChannel, { id })).toEqual({
      sent: true,
      sentence: `127.0.0.1:${receiver.port} took it (200).`,
    })
    expect(receiver.at(path).map(({ body }) => JSON.parse(body).event)).toEqual(["test"])

    expect(await platform.call(olga, testChannel, { id: null })).toMatchObject({
      sent: false,
      sentence: expect.stringContaining("No mail server is set"),
    })
    const mailbox = await startMailbox()
    await setMail(mailbox.port)
    expect(await platform.call(olga, testChannel, { id: null })).toMatchObject({ sent: true })
    expect(mailbox.received).toHaveLength(1)
  })

  it("that one person wrote down reaches the public internet and nothing inside", async () => {
    const vera = await as("vera", "viewer")
    const own = async (address: string) =>
      platform.call(vera, testChannel, {
        id: (await platform.call(vera, createChannel, { kind: "slack", name: "Mine", address })).id,
      })
    expect(await own(`http://hooks.example.test:${receiver.port}/public`)).toMatchObject({ sent: true })
    expect(await own(receiver.url("/inside"))).toEqual({
      sent: false,
      sentence: `127.0.0.1:${receiver.port} could not be reached, or is no address on the public internet.`,
    })
    expect(receiver.at("/inside")).toEqual([])
  })
})
