import { connect, createServer } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import { withLimits } from "../limits.ts"
import { behaviours, type HostileServer, hostile, listen, stop } from "../servers/hostile.fixture.ts"
import { CountedSocket } from "./counted.ts"
import { SocketReader } from "./read.ts"

let servers: HostileServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
})
const started = async (...given: Parameters<typeof hostile>) => {
  servers.push(await hostile(...given))
  return servers.at(-1)!.port
}
const addresses = (...found: string[]) => ({ addressesOf: vi.fn(async () => found) })

describe("the pinned socket", () => {
  it("lets so many bytes in and no more, over all connections of a probe together", async () => {
    const port = await started(behaviours["endless bytes"])
    let taken = 0
    const ended = withLimits(
      { guard: addresses("127.0.0.1"), timeoutMs: 10_000, maxBytes: 300_000 },
      async ({ dial }) => {
        const read = async () => {
          const reader = new SocketReader((await dial("a.test", port)).socket, "a.test")
          for (let size = 1; size > 0; taken += size) size = (await reader.some()).length
        }
        await Promise.race([read(), read()])
      },
    )
    await expect(ended).rejects.toMatchObject({
      code: "too-much",
      message: `a.test:${port} sent more than 300,000 bytes without an end.`,
    })
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(300_000)
  })

  it("is over at the deadline, whatever the probe waits for, and leaves nothing open", async () => {
    const port = await started(behaviours.silence)
    const began = performance.now()
    let socket: { destroyed: boolean } | undefined
    const ended = withLimits({ guard: addresses("127.0.0.1"), timeoutMs: 100 }, async ({ dial }) => {
      socket = (await dial("a.test", port)).socket
      await new Promise(() => {})
    })
    await expect(ended).rejects.toMatchObject({
      code: "timeout",
      message: "There was no complete answer within 100 ms.",
    })
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(socket?.destroyed).toBe(true)
  })

  it("does not wait for a name that nobody resolves", async () => {
    const guard = { addressesOf: () => new Promise<never>(() => {}) }
    await expect(withLimits({ guard, timeoutMs: 50 }, ({ dial }) => dial("a.test", 1))).rejects.toMatchObject({
      code: "timeout",
    })
  })

  it("asks for a name once and connects to what it was told, also when the answer would change", async () => {
    const port = await started(behaviours.goodbye)
    let times = 0
    const guard = { addressesOf: async () => (times++ === 0 ? ["127.0.0.1"] : ["127.0.0.99"]) }
    await withLimits({ guard, timeoutMs: 5_000 }, async ({ dial, addressOf }) => {
      expect(await addressOf("a.test", port)).toBe("127.0.0.1")
      for (const _ of [1, 2]) expect((await dial("a.test", port)).address).toBe("127.0.0.1")
    })
    expect(times).toBe(1)
  })

  it("tries the next address where one refuses, and only those of the family that was asked for", async () => {
    const port = await started(behaviours.silence)
    // Nothing listens on the first, which belongs to this machine too.
    const guard = addresses("127.0.0.2", "127.0.0.1")
    await withLimits({ guard, timeoutMs: 5_000 }, async ({ dial }) => {
      expect((await dial("a.test", port, { family: 4 })).address).toBe("127.0.0.1")
      await expect(dial("a.test", port, { family: 6 })).rejects.toMatchObject({ code: "name-not-found" })
    })
  })

  it("hands on what came before the end, all of it", async () => {
    const text = "x".repeat(200_000)
    const server = createServer((socket) => socket.end(text))
    const port = await listen(server)
    const inner = connect(port, "127.0.0.1")
    const socket = new CountedSocket(inner, { allowance: { total: 1e6, left: 1e6 }, where: "a.test" })
    let size = 0
    for await (const chunk of socket) size += (chunk as Buffer).length
    expect(size).toBe(200_000)
    expect(inner.destroyed).toBe(true)
    await stop(server)
  })

  it("survives a reset at every moment without anybody listening", async () => {
    const port = await started(behaviours.reset)
    await withLimits({ guard: addresses("127.0.0.1"), timeoutMs: 5_000 }, async ({ dial }) => {
      const line = await dial("a.test", port).catch(() => null)
      line?.socket.resume().write("into nothing")
      if (line && !line.socket.destroyed) await new Promise((closed) => line.socket.on("close", closed))
    })
  })

  it("hands on a piece at a time, with a turn of the event loop between two", async () => {
    const port = await started(behaviours["endless letters"])
    let turn = 0
    let counting = true
    const count = () => {
      turn += 1
      if (counting) setImmediate(count)
    }
    count()
    const pieces: { size: number; turn: number }[] = []
    const limits = { guard: addresses("127.0.0.1"), timeoutMs: 10_000, maxBytes: 500_000 }
    const ended = withLimits(limits, async ({ dial }) => {
      const { socket } = await dial("a.test", port)
      socket.on("data", (chunk: Buffer) => pieces.push({ size: chunk.length, turn }))
      await new Promise((_, reject) => socket.on("error", reject))
    })
    await expect(ended).rejects.toMatchObject({ code: "too-much" })
    counting = false
    expect(pieces.length).toBeGreaterThan(20)
    expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThanOrEqual(8_192)
    expect(new Set(pieces.map((piece) => piece.turn)).size).toBe(pieces.length)
  })
})
