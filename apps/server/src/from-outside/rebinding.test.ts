import { once } from "node:events"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { HOST, variants } from "../../../../plugins/healthcheck/src/probe/servers/variants.fixture.ts"
import { startBuiltServer } from "./built-server.fixture.ts"

/** Names that change where they lie, and addresses that lead inside, against the checks of the built product. */

const NAME = "status.example.test"
const REBINDING = "rebinding.example.test"

const { ana, database } = await startBuiltServer({}, "fixture:small-internet")
const client = new pg.Client(database)
await client.connect()
await client.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
await client.end()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
async function listen(server: Server, host: string, port = 0): Promise<number> {
  servers.push(server)
  await once(server.listen(port, host), "listening")
  return (server.address() as AddressInfo).port
}

const seen = { outside: 0, inside: 0 }
const counting = (where: keyof typeof seen) =>
  createServer((socket) => {
    seen[where] += 1
    socket.on("error", () => {}).end()
  })
const port = await listen(counting("outside"), "127.0.0.1")
await listen(counting("inside"), "127.0.0.2", port)

interface Tried {
  outcome: string
  failure: { code: string; message: string } | null
}
async function tryCheck(draft: object): Promise<Tried> {
  const { status, body } = await ana.call<Tried>("healthcheck.tryCheck", { timeoutSeconds: 10, ...draft })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const isRefused = (answer: object) => /inside a private network|is never called/.test(JSON.stringify(answer))

describe("a name that lies at a public address, and inside whenever it is asked for again", () => {
  const ways = [
    ...variants.filter(({ name }) => name !== "script").map(({ name, draft }) => ({ name, draft: draft(port) })),
    {
      name: "dns",
      draft: { strategyId: "dns", config: { name: "example.test", type: "A", server: HOST, port } },
    },
    {
      name: "script",
      draft: {
        strategyId: "script",
        config: {
          source: `import { defineHealthCheck } from "@countersign/sdk/healthcheck"
            export default defineHealthCheck(async () => (await fetch("http://${HOST}:${port}/")).ok)`,
        },
      },
    },
  ]

  it.each(ways)("is looked up once for a run by $name, and nothing inside is called", async ({ draft }) => {
    const own = JSON.parse(JSON.stringify(draft).replaceAll(HOST, REBINDING)) as object
    const runs = [await tryCheck(own), await tryCheck(own)]

    // A run that looked twice would have been turned away as well, or, had it connected by the name, have come inside.
    expect(runs.map(isRefused), JSON.stringify(runs)).toEqual([false, true])
    expect(seen.inside).toBe(0)
  })

  it("is judged anew at each run of a check that is kept", async () => {
    const { body: system } = await ana.call<{ id: string }>("catalog.createSystem", { name: "Shop" })
    const config = { host: REBINDING, port }
    const draft = { name: "Port", strategyId: "tcp", config, assignments: [{ systemId: system.id }] }
    const { body: check } = await ana.call<{ id: string }>("healthcheck.create", draft)
    const runs = async () =>
      (
        await ana.call<{ items: { outcome: string; sentence: string }[] }>("healthcheck.runHistory", {
          checkId: check.id,
        })
      ).body.items
    await expect.poll(async () => (await runs()).length, { timeout: 15_000 }).toBeGreaterThan(0)
    await ana.call("healthcheck.runNow", { ids: [check.id] })
    await expect.poll(async () => (await runs()).length, { timeout: 15_000 }).toBeGreaterThan(1)

    const [second, first] = (await runs()).slice(-2)
    expect(first?.outcome).toBe("ok")
    expect(second?.outcome).toBe("failed")
    expect(second?.sentence).toMatch(/inside a private network.*Settings > Health checks/)
    expect(seen.inside).toBe(0)
    expect(seen.outside).toBeGreaterThan(variants.length / 2)
  })
})

describe("a redirect", async () => {
  let within = 0
  const inside = await listen(
    createHttpServer((_, response) => {
      within += 1
      response.end("secret")
    }),
    "127.0.0.2",
  )
  const outside = await listen(
    createHttpServer((request, response) => {
      const [first = "", ...rest] = new URL(request.url ?? "", "http://x").searchParams.getAll("to")
      const query = rest.map((one) => `to=${encodeURIComponent(one)}`).join("&")
      const location = first === "again" ? `/?${query}` : first
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end()
    }),
    "127.0.0.1",
  )
  const leadingTo = (...hops: string[]) =>
    `http://${NAME}:${outside}/?${hops.map((one) => `to=${encodeURIComponent(one)}`).join("&")}`
  const places = [
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:169.254.169.254]/",
    `http://[::1]:${inside}/`,
    `http://[::ffff:127.0.0.2]:${inside}/`,
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://[fd00::1]/",
    `http://127.0.0.2:${inside}/`,
    `http://2130706434:${inside}/`,
    `http://0x7f.0.0.2:${inside}/`,
    `http://0177.0.0.2:${inside}/`,
    `http://localhost:${inside}/`,
    `//127.0.0.2:${inside}/`,
  ]
  const drafts = (url: string) => [
    { strategyId: "http", config: { url, redirects: 5 } },
    { strategyId: "journey", config: { steps: [{ name: "Open", url }] } },
  ]

  it("is followed where it leads outside", async () => {
    for (const draft of drafts(leadingTo("again", `http://${NAME}:${outside}/`)))
      expect(await tryCheck(draft)).toMatchObject({ outcome: "ok", failure: null })
  })

  it.each(places)("to %s is refused, at the first hop and at the third", async (place) => {
    for (const url of [leadingTo(place), leadingTo("again", "again", place)])
      for (const draft of drafts(url)) {
        const answer = await tryCheck(draft)
        expect(answer.failure?.code, JSON.stringify(answer)).toBe("not-allowed")
      }
    expect(within).toBe(0)
  })
})
