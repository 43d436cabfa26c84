import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type FriendlyServer, redisServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let servers: FriendlyServer[] = []
beforeAll(async () => {
  servers = await Promise.all([redisServer(), redisServer("open sesame")])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const password = `$\{{ secrets.REDIS }}`
const check = (which: number, config: object = {}, value = "open sesame") =>
  tryCheck(
    {
      strategyId: "redis",
      config: { host: "client.example.test", port: servers[which]!.port, ...config },
      collectors: [{ id: "reply" }, { id: "server" }],
    },
    { secrets: { REDIS: { value, hosts: ["client.example.test"] } } },
  )

describe("a check of Redis", () => {
  it("gets its PONG and reads the state", async () => {
    const { values } = await check(0)
    expect(values.reply).toMatchObject({ reply: "PONG" })
    expect(values.server).toEqual({
      version: "7.0.15",
      role: "master",
      connectedClients: 3,
      usedMemoryBytes: 1_048_576,
      uptimeSeconds: 12,
    })
  })

  it("signs in with a secret, and says when it may not", async () => {
    expect((await check(1, { password })).outcome).toBe("ok")
    expect((await check(1, { password }, "wrong")).failure?.code).toBe("login-refused")
    expect((await check(1)).failure?.code).toBe("login-refused")
  })
})
