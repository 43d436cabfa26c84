import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { type Connection, type Driver, drivers, ProviderError, stream } from "@countersign/llm"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { parseAllowList } from "../contract/network/allow-list.ts"
import { createEgress } from "../egress/guarded-fetch.ts"

/** Counts who connects, and hangs up. */
let connections = 0
const server = createServer((socket) => {
  connections += 1
  socket.destroy()
}).listen(0, "127.0.0.1")
await new Promise((ready) => server.once("listening", ready))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo
beforeEach(() => {
  connections = 0
})

/** Every driver that is told where to connect. The package is one that the AI SDK's adapter finds here. */
const called = drivers.filter(({ credential }) => "baseUrl" in credential.shape)
const connectionTo = (baseUrl: string, guard: Connection["guard"]): Connection => ({
  baseUrl,
  guard,
  apiKey: "sk-for-tests",
  package: "@ai-sdk/gateway",
})

/** Each way a driver goes out, and the sentence it ends with. */
async function sentencesOf(driver: Driver, connection: Connection): Promise<string[]> {
  const said: string[] = []
  await stream(
    driver,
    connection,
    { model: "some-model", messages: [{ role: "user", parts: [{ type: "text", text: "Hello" }] }] },
    {
      retry: { attempts: 1, firstDelayMs: 0, longestDelayMs: 0 },
      onEvents: (events) =>
        said.push(...events.flatMap((event) => (event.type === "error" ? [event.failure.sentence] : []))),
    },
  )
  for (const ask of [driver.listModels, driver.verify])
    await ask?.(connection).catch((error) => {
      if (!(error instanceof ProviderError)) throw error
      said.push(error.failure.sentence)
    })
  return said
}

describe.each(called)("a connection by $id", (driver) => {
  it("connects to nothing private that nobody allowed, and says what to do", async () => {
    const { connections: guard } = createEgress()
    const said = await sentencesOf(driver, connectionTo(`http://127.0.0.1:${port}`, guard))

    expect(said.length).toBeGreaterThan(0)
    for (const sentence of said) expect(sentence).toContain(`Add 127.0.0.1:${port} to COUNTERSIGN_ALLOW_PRIVATE`)
    expect(connections).toBe(0)
  })

  it("connects to no metadata service, whatever is allowed, and to no name that leads there", async () => {
    const allow = parseAllowList("0.0.0.0/0, *.test, metadata.google.internal")
    const { connections: guard } = createEgress({ allow, resolve: async () => ["169.254.169.254"] })
    for (const host of ["169.254.169.254", "[::ffff:169.254.169.254]", "metadata.google.internal", "named.test"])
      for (const scheme of ["http", "https"]) {
        const said = await sentencesOf(driver, connectionTo(`${scheme}://${host}`, guard))
        expect(said.length).toBeGreaterThan(0)
        for (const sentence of said) expect(sentence, host).toContain("no setting allows it")
      }
  })

  it("connects to the address that was checked, and asks for a name once", async () => {
    let times = 0
    const { connections: guard } = createEgress({
      allow: parseAllowList(`named.test:${port}`),
      resolve: async () => (times++ % 2 === 0 ? ["127.0.0.1"] : ["169.254.169.254"]),
    })
    await stream(
      driver,
      connectionTo(`http://named.test:${port}`, guard),
      { model: "some-model", messages: [{ role: "user", parts: [{ type: "text", text: "Hello" }] }] },
      { retry: { attempts: 1, firstDelayMs: 0, longestDelayMs: 0 }, onEvents: () => {} },
    )
    expect({ connections, times }).toEqual({ connections: 1, times: 1 })
  })
})

it("is by a driver of the guarded kind, or by one that connects to nothing", () => {
  expect(drivers.filter((driver) => !called.includes(driver)).map(({ id }) => id)).toEqual(["rehearsal"])
})
