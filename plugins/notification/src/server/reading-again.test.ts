import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"

const { ask, database, olga, platform, receiver, settled, webhook } = await testNotification()
const send = (channelId: string, subject: string) =>
  platform.call(olga, notificationContract.send, { channelId, subject })

describe("lists of channels", () => {
  it("are read again when something else is to be said of one, not at every attempt", async () => {
    const signals: string[] = []
    const listener = new pg.Client(database.pool.options)
    await listener.connect()
    listener.on("notification", ({ payload }) => signals.push(payload ?? ""))
    await listener.query("LISTEN countersign")
    const { id } = await webhook()
    await settled()
    await heard()
    const [first, second] = [await countFor(3), await countFor(3)]
    receiver.status(404)
    const third = await countFor(2)

    expect([first.channel, second.channel, third.channel]).toEqual([1, 0, 1])
    for (const { message } of [first, second, third]) expect(message).toBeGreaterThan(0)
    await listener.end()

    /** How often lists of channels, and the log, were told to read again while so many messages were sent one after the other. */
    async function countFor(messages: number) {
      signals.length = 0
      for (let n = 0; n < messages; n++) {
        await send(id, `Number ${n}`)
        await settled()
        await heard()
      }
      const all = signals.join("\n")
      const count = (resource: string) => all.split(`notification.${resource} `).length - 1
      return { channel: count("channel"), message: count("message") }
    }

    /** Signals travel a moment after the commit, in order: one of our own comes after all before it. */
    async function heard() {
      const mark = crypto.randomUUID()
      await vi.waitFor(async () => {
        await ask("SELECT pg_notify('countersign', $1)", [mark])
        expect(signals.some((one) => one.includes(mark))).toBe(true)
      })
    }
  })
})
