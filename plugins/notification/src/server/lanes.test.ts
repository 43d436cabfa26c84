import type { ServerResponse } from "node:http"
import { describe, expect, it, vi } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { olga, platform, receiver, webhook } = testing
const send = (channelId: string, subject: string) =>
  platform.call(olga, notificationContract.send, { channelId, subject })

/** Receivers that say nothing until they are let go, and how many at most each of them was kept waiting with at once. */
const held = new Map<string, Set<ServerResponse>>()
let most = 0
receiver.behaviour.answer = ({ path }, response) => {
  const open = held.get(path)
  if (!open) return response.end("ok")
  open.add(response)
  most = Math.max(most, open.size)
  response.on("close", () => open.delete(response))
}

describe("a receiver that says nothing", () => {
  it("keeps its own messages waiting, two at a time, and no other's", async () => {
    const mute = await Promise.all(Array.from({ length: 12 }, () => webhook()))
    for (const { path } of mute) held.set(path, new Set())
    const healthy = await webhook()
    // All of them are due before the one that matters.
    for (const { id } of mute) for (let n = 0; n < 4; n++) await send(id, `To nobody ${n}`)
    await send(healthy.id, "To somebody")

    await vi.waitFor(() => expect(receiver.at(healthy.path)).toHaveLength(1), { timeout: 15_000 })

    expect(most).toBeLessThanOrEqual(2)
    for (const open of held.values()) for (const response of open) response.end("ok")
    held.clear()
  })
})
