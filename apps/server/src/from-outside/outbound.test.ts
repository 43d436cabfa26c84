/** What the built server itself calls at addresses that people configure, from outside. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo, Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { metaOf } from "@countersign/core/contract"
import {
  databaseFromTemplate,
  runProduct,
  type Session,
  type SpawnedServer,
  signIn,
  spawnServer,
} from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, inject, it } from "vitest"
import { startOidcProvider } from "../../../../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { TEST_CERTIFICATE, TEST_KEY } from "../../../../packages/llm/src/transport/certificate.fixture.ts"
import { plugins } from "../plugins.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-outbound-"))
writeFileSync(join(folder, "ca.pem"), TEST_CERTIFICATE)
const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const pool = new pg.Pool({ ...config, max: 1 })
const servers: SpawnedServer[] = []
afterAll(async () => {
  await pool.end()
  await Promise.all(servers.map((server) => server.stop()))
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A provider of models, and the description of an app, each counting who asks. */
const asked: string[] = []
const models = await listen(
  createServer((request, response) => {
    asked.push(`models ${request.url}`)
    response.setHeader("content-type", "application/json").end('{"data":[{"id":"some-model"}]}')
  }),
)
const description = await listen(
  createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    asked.push(`description ${request.url}`)
    const document = {
      client_id: `https://127.0.0.1:${description}/app.json`,
      client_name: "Desk",
      redirect_uris: ["https://desk.example.test/callback"],
    }
    response.setHeader("content-type", "application/json").end(JSON.stringify(document))
  }),
)
const oidc = await startOidcProvider()

async function start(allow?: string): Promise<Session> {
  const server = await spawnServer({
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret that is long enough for the tests",
    COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
    COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
    NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    ...(allow === undefined ? {} : { COUNTERSIGN_ALLOW_PRIVATE: allow }),
  })
  servers.push(server)
  return signIn(server.url, "ana@example.test", "correct horse battery")
}
const strict = await start()
const allowing = await start(`127.0.0.1:${models}, 127.0.0.1:${description}, ${new URL(oidc.issuer).host}`)

const previewModels = (session: Session, baseUrl: string) =>
  session.call<{ problem: string | null; models: { id: string }[] }>("ai.previewModels", {
    driver: "openai-compatible",
    baseUrl,
    apiKey: null,
    settings: {},
  })
const addProvider = (session: Session, issuer: string) =>
  session.call<{ message?: string }>("platform.addOidcProvider", {
    name: "Example",
    issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    roles: ["viewer"],
  })
const describeApp = (session: Session, { url }: SpawnedServer) =>
  session.call("platform.describeAuthorization", {
    request: new URLSearchParams({
      response_type: "code",
      client_id: `https://127.0.0.1:${description}/app.json`,
      redirect_uri: "https://desk.example.test/callback",
      resource: `${url}/api/ai/mcp`,
      scope: "read",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      state: "s",
    }).toString(),
  })

describe("a server on which nobody allowed a private address", () => {
  it("asks no provider of models there, and says what to do", async () => {
    const { body } = await previewModels(strict, `http://127.0.0.1:${models}/v1`)
    expect(body.problem).toBe(
      `127.0.0.1:${models} is an address inside a private network, and such are called only where whoever runs this server allows it. Add 127.0.0.1:${models} to COUNTERSIGN_ALLOW_PRIVATE and start the server again.`,
    )
    expect((await previewModels(strict, `http://localhost:${models}`)).body.problem).toContain(
      `Add localhost:${models}`,
    )
    expect(asked).toEqual([])
  })

  it("asks no sign-in provider there", async () => {
    const { status, body } = await addProvider(strict, oidc.issuer)
    expect(status).toBe(400)
    expect(body.message).toContain(`Add ${new URL(oidc.issuer).host} to COUNTERSIGN_ALLOW_PRIVATE`)
  })

  it("reads no description of an app there", async () => {
    expect(JSON.stringify((await describeApp(strict, servers[0]!)).body)).toContain(
      "Nothing could be read from 127.0.0.1",
    )
    expect(asked).toEqual([])
  })

  it("probes nothing there, and tells it from no other refusal", async () => {
    const probes = [`http://127.0.0.1:${models}/`, "http://169.254.169.254/", "http://no-such-name.invalid/"]
    const answers = await Promise.all(probes.map((url) => strict.call("ai.probeUrl", { url })))
    // Nor does the server that allows it: those who chat choose these.
    answers.push(await allowing.call("ai.probeUrl", { url: probes[0] }))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(new Set(answers.map(({ body }) => String(body.message).replace(/from \S+/, ""))).size).toBe(1)
    expect(asked).toEqual([])
  })
})

describe("a server whose administrator allowed three", () => {
  it("asks each of them", async () => {
    expect((await previewModels(allowing, `http://127.0.0.1:${models}/v1`)).body).toMatchObject({
      problem: null,
      models: [{ id: "some-model" }],
    })
    expect(await addProvider(allowing, oidc.issuer)).toMatchObject({ status: 200 })
    expect(JSON.stringify((await describeApp(allowing, servers[1]!)).body)).toContain("Desk")
    expect(asked).toEqual(["models /v1/models", "description /app.json"])
  })

  it("does not start with what can never be allowed", async () => {
    const { code, output } = await runProduct("server", [], { COUNTERSIGN_ALLOW_PRIVATE: "ollama, 169.254.169.254" })
    expect(code).toBe(1)
    expect(output).toContain('"169.254.169.254" cannot be allowed')
  })
})

describe("an egress verb", () => {
  const all = plugins.flatMap(({ verbs }) => Object.values(verbs)).map(({ procedure }) => metaOf(procedure))
  const ids = all.filter(({ egress }) => egress).map(({ id }) => id)

  const tools = plugins.flatMap(({ tools = [] }) => tools.map(({ verb }) => metaOf(verb.procedure).id))
  const offered = ids.filter((id) => tools.includes(id))

  it("is known by its contract; four are offered as tools, the others are an administrator's", () => {
    expect(offered.toSorted()).toEqual([
      "ai.probeUrl",
      "healthcheck.testScript",
      "healthcheck.tryCheck",
      "site.setFontTokens",
    ])
    expect(ids.filter((id) => id.startsWith("ai.")).toSorted()).toEqual(
      ["createConnection", "listModels", "previewModels", "probeUrl", "testConnection"].map((name) => `ai.${name}`),
    )
  })

  // A script goes out where it is given an address, and no further check of the input comes before the switch.
  const going: Readonly<Record<string, object>> = { "healthcheck.testScript": { address: "https://example.com/" } }

  it.each(offered)("obeys the switch of its tool on every server, and tells people: %s", async (id) => {
    const subject = `tool:${id}`
    const input = going[id] ?? {}
    expect((await strict.call(id, input)).status).toBe(400)
    expect((await strict.call("ai.setPolicy", { subject, off: true })).status).toBe(200)
    for (const session of [strict, allowing])
      expect(await session.call(id, input)).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/^An administrator has switched off that this server looks/) },
      })
    expect((await strict.call("ai.removePolicy", { subject })).status).toBe(200)
    expect((await strict.call(id, input)).status).toBe(400)
  })

  it("needs a POST from the product's own pages, and has the budget of its tool", async () => {
    const url = "http://169.254.169.254/"
    const byLink = await strict.get(`/api/v1/ai/probeUrl?url=${encodeURIComponent(url)}`)
    expect(byLink.status).toBe(405)
    const elsewhere = await strict.get("/api/v1/ai/probeUrl", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example" },
      body: JSON.stringify({ url }),
    })
    expect(elsewhere.status).toBe(403)
    // Four by each of the four switches; and before those, four probes, three lists of models and two sign-in providers.
    const { rows: counted } = await pool.query("SELECT count(*)::int AS calls FROM platform.tool_call")
    expect(counted).toEqual([{ calls: 25 }])
    // They are of an earlier minute, however long the tests above took.
    await pool.query("UPDATE platform.tool_call SET at = at - interval '1 hour'")
    const answers = await Promise.all(Array.from({ length: 80 }, () => strict.call("ai.probeUrl", { url })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    // What is stored is read without going out; what asks the provider has the same minute.
    const connectionId = "00000000-0000-4000-8000-000000000000"
    const lists = await Promise.all(
      [false, true].map((refresh) => strict.call("ai.listModels", { connectionId, refresh })),
    )
    expect(lists.map(({ status }) => status)).toEqual([404, 429])
    const listed = await strict.get(`/api/v1/ai/listModels?connectionId=${connectionId}&refresh=true`)
    expect(listed.status).toBe(405)
  })
})

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => server.close())
  return (server.address() as AddressInfo).port
}
