import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dnsServer, type FriendlyServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let server: FriendlyServer
beforeAll(async () => {
  server = await dnsServer([
    { name: "example.test", type: "A", ttl: 300, data: "192.0.2.1" },
    { name: "example.test", type: "A", ttl: 60, data: "192.0.2.2" },
    { name: "example.test", type: "MX", ttl: 60, data: { preference: 10, exchange: "mail.example.test" } },
    {
      name: "example.test",
      type: "DS",
      ttl: 60,
      data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from("ab", "hex") },
    },
    ...Array.from({ length: 40 }, (_, at) => ({
      name: "long.example.test",
      type: "TXT" as const,
      ttl: 5,
      data: `part ${at}`,
    })),
  ])
})
afterAll(() => server.stop())

const check = (name: string, type: string) =>
  tryCheck({ strategyId: "dns", config: { name, type, server: "ns.example.test", port: server.port } })

describe("a check of DNS", () => {
  it("reads records, the shortest time to live and whether the answer was validated", async () => {
    const { values, lookups } = await check("example.test", "A")
    expect(values.answer).toMatchObject({
      code: "NOERROR",
      records: ["192.0.2.1", "192.0.2.2"],
      ttl: 60,
      authenticated: true,
    })
    expect(lookups).toEqual(["ns.example.test"])
    expect((await check("example.test", "MX")).values.answer).toMatchObject({ records: ["10 mail.example.test"] })
    expect((await check("example.test", "DS")).values.answer).toMatchObject({ records: ["1 13 2 ab"] })
  })

  it("takes a name that is not there for a value", async () => {
    expect(await check("gone.example.test", "A")).toMatchObject({
      outcome: "ok",
      values: { answer: { code: "NXDOMAIN", records: [], ttl: null } },
    })
  })

  it("asks again over a connection where the answer does not fit into a packet, without another lookup", async () => {
    const { values, lookups } = await check("long.example.test", "TXT")
    expect((values.answer as { records: string[] }).records).toHaveLength(40)
    expect(lookups).toHaveLength(1)
  })
})
