import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { type FriendlyServer, postgresServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

const cluster = inject("postgres")
let server: FriendlyServer
beforeAll(async () => {
  server = await postgresServer(cluster)
})
afterAll(() => server.stop())

const check = (config: object = {}) =>
  tryCheck({
    strategyId: "postgres",
    config: {
      host: "client.example.test",
      port: server.port,
      database: cluster.database,
      user: cluster.user,
      ...config,
    },
  })

describe("a check of PostgreSQL", () => {
  it("signs in, asks, and tells rows, first value and version", async () => {
    const { outcome, values, lookups, failure } = await check({
      query: "SELECT 42 AS answer, 'x' AS other UNION ALL SELECT 43, 'y'",
    })
    expect(failure).toBeNull()
    expect(outcome).toBe("ok")
    expect(values.query).toMatchObject({ rows: 2, first: { answer: 42, other: "x" }, value: "42" })
    expect(values.server).toMatchObject({ version: expect.stringMatching(/^18/) })
    expect(lookups).toHaveLength(1)
  })

  it("takes no rows for a value", async () => {
    expect((await check({ query: "SELECT 1 WHERE false" })).values.query).toMatchObject({
      rows: 0,
      first: null,
      value: "",
    })
  })

  it("changes nothing", async () => {
    const { failure } = await check({ query: "CREATE TABLE made_by_a_check (id int)" })
    expect(failure).toMatchObject({ code: "query-failed", message: expect.stringContaining("read-only transaction") })
  })

  it("says why it could not sign in, ask or encrypt", async () => {
    expect((await check({ database: "no such database" })).failure?.code).toBe("login-refused")
    expect((await check({ user: "nobody_there" })).failure?.code).toBe("login-refused")
    expect((await check({ query: "SELEC 1" })).failure?.code).toBe("query-failed")
    expect((await check({ tls: "on" })).failure?.code).toBe("tls-failed")
    expect((await check({ query: "SELECT repeat('x', 2000000)" })).failure?.code).toMatch(/too-much|garbage/)
  })
})
