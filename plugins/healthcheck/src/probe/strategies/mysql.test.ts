import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type FriendlyServer, mysqlServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let server: FriendlyServer
beforeAll(async () => {
  server = await mysqlServer()
})
afterAll(() => server.stop())

const check = (config: object = {}) =>
  tryCheck({
    strategyId: "mysql",
    config: { host: "client.example.test", port: server.port, database: "shop", user: "watcher", ...config },
  })

describe("a check of MySQL", () => {
  it("signs in, asks, and tells rows, first value and version", async () => {
    const { failure, values, lookups } = await check({ query: "SELECT answer" })
    expect(failure).toBeNull()
    expect(values.query).toMatchObject({ rows: 1, first: { answer: "42" }, value: "42" })
    expect(values.server).toMatchObject({ version: "8.4.0-fixture" })
    expect(lookups).toHaveLength(1)
  })

  it("takes no rows for a value", async () => {
    expect((await check({ query: "SELECT nothing" })).values.query).toMatchObject({ rows: 0, value: "" })
  })

  it("says why it could not sign in, ask or encrypt", async () => {
    expect((await check({ user: "stranger" })).failure?.code).toBe("login-refused")
    expect((await check({ query: "broken" })).failure?.code).toBe("query-failed")
    expect((await check({ tls: "on" })).failure?.code).toBe("tls-failed")
  })
})
