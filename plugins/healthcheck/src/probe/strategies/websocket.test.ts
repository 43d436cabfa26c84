import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TEST_CERTIFICATE } from "../servers/certificates.fixture.ts"
import { type FriendlyServer, webSocketServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let servers: FriendlyServer[] = []
beforeAll(async () => {
  servers = await Promise.all([webSocketServer(), webSocketServer(true)])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const check = (which: number, path = "/", config: object = {}) =>
  tryCheck(
    {
      strategyId: "websocket",
      config: { url: `${which ? "wss" : "ws"}://client.example.test:${servers[which]!.port}${path}`, ...config },
    },
    { ca: TEST_CERTIFICATE },
  )

describe("a check of a WebSocket", () => {
  it("opens it, sends a message and reads the answer", async () => {
    for (const which of [0, 1]) {
      const { failure, values, lookups } = await check(which, "/", {
        send: "hello",
        waitForMessage: true,
        subprotocol: "chat",
      })
      expect(failure).toBeNull()
      expect(values.connection).toMatchObject({
        message: "you said hello",
        subprotocol: "chat",
        messageMs: expect.any(Number),
      })
      expect(lookups).toHaveLength(1)
    }
    expect((await check(0)).values.connection).toMatchObject({ message: "", messageMs: null })
  })

  it("fails where the server opens none", async () => {
    expect((await check(0, "/refused")).failure).toEqual({
      code: "upgrade-refused",
      message: expect.stringContaining("answered with status 403 instead of opening a WebSocket."),
    })
  })
})
