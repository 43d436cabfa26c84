import { createServer } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listen, stop } from "../servers/hostile.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

const server = createServer((socket) => {
  socket.on("error", () => {})
  socket.on("data", (chunk) => socket.end(`heard ${JSON.stringify(chunk.toString())}`))
})
let port = 0
beforeAll(async () => {
  port = await listen(server)
})
afterAll(() => stop(server))

const check = (config: object) =>
  tryCheck({ strategyId: "tcp", config: { host: "client.example.test", port, ...config } })

describe("a check of a TCP port", () => {
  it("is fine with a port that opens", async () => {
    expect(await check({})).toMatchObject({
      outcome: "ok",
      values: { connection: { reply: "", connectMs: expect.any(Number) } },
    })
  })

  it("sends a text and reads the answer", async () => {
    const { values } = await check({ send: "HELO\\r\\n", readReply: true })
    expect(values.connection).toMatchObject({ reply: 'heard "HELO\\r\\n"' })
  })

  it("fails where nothing listens", async () => {
    expect((await check({ port: 1 })).failure?.code).toBe("refused")
  })
})
