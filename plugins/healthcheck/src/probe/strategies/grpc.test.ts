import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TEST_CERTIFICATE } from "../servers/certificates.fixture.ts"
import { type FriendlyServer, grpcServer, httpServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let servers: FriendlyServer[] = []
beforeAll(async () => {
  servers = await Promise.all([grpcServer(), grpcServer(true), httpServer((_, response) => response.end("hello"))])
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const check = (which: number, config: object = {}) =>
  tryCheck(
    { strategyId: "grpc", config: { host: "client.example.test", port: servers[which]!.port, ...config } },
    { ca: TEST_CERTIFICATE },
  )

describe("a check of gRPC health", () => {
  it("asks for the whole server and for one service, encrypted or not", async () => {
    expect((await check(0, { tls: "off" })).values.health).toMatchObject({ status: "SERVING", serving: true, code: 0 })
    expect((await check(1, { service: "checkout" })).values.health).toMatchObject({ serving: true })
  })

  it("takes a service that does not serve, or is not known, for a value", async () => {
    expect((await check(0, { tls: "off", service: "billing" })).values.health).toMatchObject({
      status: "NOT_SERVING",
      serving: false,
    })
    expect((await check(0, { tls: "off", service: "no-such" })).values.health).toMatchObject({
      code: 5,
      message: "unknown service",
      serving: false,
    })
  })

  it("does not take another protocol for it", async () => {
    expect((await check(2, { tls: "off" })).failure?.code).toMatch(/garbage|closed|reset/)
    expect((await check(2)).failure?.code).toBe("tls-failed")
  })
})
