import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, describe, expect, it } from "vitest"
import { catalogPlugin } from "../../../../plugins/catalog/src/server.ts"
import { incidentPlugin } from "../../../../plugins/incident/src/server.ts"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { serveMcp } from "./mcp.fixture.ts"

const mcp = await serveMcp([catalogPlugin, incidentPlugin])
const { aBook, titleOf } = mcp
const app = await mcp.application()
const trusted = await mcp.application(undefined, "client")
const run = promisify(execFile)

const turns = [mcp.url, (await mcp.startPod()).url]
let turn = 0
/** Sends one request to the one pod and the next to the other. */
const roundRobin = await serveOnLoopback({
  async fetch(request) {
    const pod = turns[turn++ % turns.length]!
    const headers = new Headers(request.headers)
    for (const name of ["connection", "transfer-encoding", "content-length"]) headers.delete(name)
    headers.set("host", new URL(request.url).host)
    const body = request.method === "POST" ? await request.text() : undefined
    const response = await fetch(pod + new URL(request.url).pathname, { method: request.method, headers, body })
    return new Response(response.body, { status: response.status, headers: response.headers })
  },
})
const open: { close(): Promise<void> }[] = [roundRobin]
afterAll(async () => {
  for (const one of open.reverse()) await one.close()
})

const me = { name: "test", version: "1" }
const bearer = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })

async function connect(url: string, key = app.key, options: ClientOptions = {}, prepare?: (client: Client) => void) {
  const client = new Client(me, options)
  prepare?.(client)
  await client.connect(new StreamableHTTPClientTransport(new URL(url + MCP_PATH), bearer(key)))
  open.push(client)
  return client
}

async function connectOld(url: string, key = app.key) {
  const client = new OldClient(me)
  await client.connect(new OldTransport(new URL(url + MCP_PATH), bearer(key)) as never)
  open.push(client)
  return client
}

/** Which revision the client and the server agreed on. */
async function agreed(client: Client, version: string) {
  expect(client.getNegotiatedProtocolVersion()).toBe(version)
  return client
}

const auto: ClientOptions = { versionNegotiation: { mode: "auto" } }
const clients = [
  [
    "@modelcontextprotocol/client for 2026-07-28",
    async (url: string) => agreed(await connect(url, app.key, auto), "2026-07-28"),
  ],
  ["@modelcontextprotocol/client for 2025-11-25", async (url: string) => agreed(await connect(url), "2025-11-25")],
  ["@modelcontextprotocol/sdk 1.x", (url: string) => connectOld(url)],
] as const

describe.each([
  ["one pod", mcp.url],
  ["two pods behind a round-robin proxy", roundRobin.url],
])("with %s", (_, url) => {
  it.each(clients)("%s lists, reads, proposes, and sees what a person signed", async (_name, open) => {
    const client = (await open(url)) as Client
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain("shelf_rename")

    const book = await aBook("Walden")
    const read = async () => {
      const { structuredContent } = await client.callTool({ name: "shelf_list", arguments: {} })
      return (structuredContent as { books: { id: string; title: string }[] }).books.find(({ id }) => id === book.id)
    }
    expect(await read()).toMatchObject({ title: "Walden" })

    const change = { name: "shelf_rename", arguments: { id: book.id, title: "Life in the Woods" } }
    const proposed = (await client.callTool(change)).structuredContent as { status: string; proposalId: string }
    expect(proposed.status).toBe("awaiting_signature")
    expect(await read()).toMatchObject({ title: "Walden" })
    await mcp.sign(proposed.proposalId)
    expect(await read()).toMatchObject({ title: "Life in the Woods" })

    // More than an answer holds: the client finds what was cut of the shape that the tool promised.
    await mcp.database.pool.query(
      "INSERT INTO shelf.book (title) SELECT repeat('x', 1000) FROM generate_series(1, 500)",
    )
    const { structuredContent: cut } = await client.callTool({ name: "shelf_list", arguments: {} })
    await mcp.database.pool.query("DELETE FROM shelf.book WHERE title = repeat('x', 1000)")
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(100_000)
    expect(cut).toMatchObject({ _truncated: { fields: ["books"] } })

    const failed = await client.callTool({ name: "shelf_rename", arguments: { id: "Walden", title: "x" } })
    expect(failed.isError).toBe(true)
    const { resources } = await client.listResources()
    const page = await client.readResource({ uri: resources[0]!.uri })
    expect(page.contents[0]).toMatchObject({ mimeType: "text/markdown" })
  })

  it("asks the person of a 2026 client to open the page, and the call returns what was signed", async () => {
    const opened: string[] = []
    const capabilities = { elicitation: { url: {} } }
    const client = await connect(url, app.key, { ...auto, capabilities }, (prepared) =>
      prepared.setRequestHandler("elicitation/create", async ({ params }) => {
        const address = (params as { url: string }).url
        opened.push(address)
        await mcp.sign(address.split("/").at(-1)!)
        return { action: "accept" }
      }),
    )
    await client.listTools()
    const book = await aBook("Walden")
    const { structuredContent } = await client.callTool({
      name: "shelf_rename",
      arguments: { id: book.id, title: "The Pond" },
    })
    expect(structuredContent).toMatchObject({ id: book.id, title: "The Pond" })
    expect(opened).toEqual([expect.stringContaining("/signatures/")])
    expect(await titleOf(book.id)).toBe("The Pond")
  })

  it.each([
    ["applies what its person accepts", true],
    ["drops what its person refuses", false],
  ])("a 2026 client that may confirm %s in a form", async (_name, confirm) => {
    const client = await connect(
      url,
      trusted.key,
      { ...auto, capabilities: { elicitation: { form: {} } } },
      (prepared) =>
        prepared.setRequestHandler("elicitation/create", async ({ params }) => {
          expect(params.message).toContain('Title: "Walden" → "The Pond"')
          return { action: "accept", content: { confirm } }
        }),
    )
    const book = await aBook("Walden")
    const answer = await client.callTool({ name: "shelf_rename", arguments: { id: book.id, title: "The Pond" } })
    expect(answer.isError ?? false).toBe(!confirm)
    expect(await titleOf(book.id)).toBe(confirm ? "The Pond" : "Walden")
  })

  it.each([
    ["the client of 2025-11-25", () => connect(url, trusted.key)],
    ["the 1.x client", () => connectOld(url, trusted.key)],
  ])("%s that may confirm does so with the token", async (_name, openTrusted) => {
    const client = (await openTrusted()) as Client
    await client.listTools()
    const book = await aBook("Walden")
    const proposed = await client.callTool({ name: "shelf_rename", arguments: { id: book.id, title: "The Pond" } })
    const { token } = proposed.structuredContent as { token: string }
    await client.callTool({ name: "ai_applyTool", arguments: { token } })
    expect(await titleOf(book.id)).toBe("The Pond")
  })
})

describe("the Inspector", () => {
  const require = createRequire(import.meta.url)
  const program = require.resolve("@modelcontextprotocol/inspector/package.json")
  const inspect = async (key: string, ...options: string[]) => {
    const cli = program.replace("package.json", "clients/launcher/build/index.js")
    const target = [mcp.endpoint, "--transport", "http", "--header", `Authorization: Bearer ${key}`]
    const env = { ...process.env, MCP_CATALOG_PATH: join(tmpdir(), `inspector-${randomUUID()}.json`) }
    return run(process.execPath, [cli, "--cli", ...target, ...options], { env, maxBuffer: 16 * 1024 * 1024 })
  }

  it("finds no schema of any tool that a client could stumble over", async () => {
    const { key } = await mcp.application([...mcp.platform.registry.rules.keys()])
    const { stdout } = await inspect(key, "--method", "tools/list", "--strict")
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] }
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(["ai_getDoc", "catalog_listSystems", "incident_create", "shelf_rename"]),
    )
  })

  it("calls a tool", async () => {
    const book = await aBook("Walden")
    const { stdout } = await inspect(app.key, "--method", "tools/call", "--tool-name", "shelf_list")
    expect(stdout).toContain(book.id)
  })
})
