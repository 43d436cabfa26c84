import { describe, expect, it } from "vitest"
import { aiPlugin } from "../../../../plugins/ai/src/server.ts"
import { MOST_ERROR_BYTES } from "../errors.ts"
import type { Exchange } from "./endpoint.ts"
import { MODERN, serveMcp } from "./mcp.fixture.ts"
import { createServer, type ServerParts } from "./server.ts"

const mcp = await serveMcp()
const { key } = await mcp.application()

/** Stands in everything that is sent, and in nothing that comes back. */
const CANARY = "canary7Zk21mXv9Lp4Rt8"
const LONG = CANARY.repeat(4_000)
const many = (value: unknown) => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${CANARY}${at}`, value]))
const deep = (levels: number): object => (levels === 0 ? { [CANARY]: CANARY } : { [CANARY]: deep(levels - 1) })

/** Every field that a method of the protocol takes, with every kind of value that does not belong there. */
const VALUES = [5, CANARY, LONG, [CANARY], many(5), deep(50), "\u0001".repeat(2_000)]
const FIELDS = ["name", "uri", "cursor", "arguments", "protocolVersion", "requestState", "_meta"]
const HOSTILE: unknown[] = [
  5,
  LONG,
  [CANARY],
  {},
  many(5),
  ...FIELDS.flatMap((field) => VALUES.map((value) => ({ [field]: value }))),
  ...VALUES.map((value) => ({ name: CANARY, arguments: value })),
  ...VALUES.map((value) => ({ uri: `countersign://guide/${CANARY}`, _meta: { progressToken: value } })),
  { uri: `countersign://guide/${LONG}` },
  { protocolVersion: LONG, capabilities: {}, clientInfo: { name: 5, version: LONG } },
]

const OLD = "2025-11-25"
const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(mcp.endpoint, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, answer: text === "" ? {} : JSON.parse(text) }
}

function ask(revision: string, method: string, params: unknown) {
  const modern = revision === MODERN
  const isObject = typeof params === "object" && params !== null && !Array.isArray(params)
  const { _meta = {}, name, uri } = isObject ? (params as Record<string, unknown>) : {}
  const sent = modern && isObject ? { ...params, _meta: { ...(_meta as object), ...META } } : params
  const said = name ?? uri
  const mirrored = typeof said === "string" && said.length < 5_000 && !said.includes("\u0001") ? said : CANARY
  const headers = {
    "mcp-protocol-version": revision,
    ...(modern ? { "mcp-method": method, "mcp-name": mirrored } : {}),
  }
  return post({ jsonrpc: "2.0", id: 1, method, params: sent }, headers)
}

function expectBoundedError({
  text,
  answer,
}: {
  text: string
  answer: { error: { code: number; message: string; data?: { uri?: string } } }
}) {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_ERROR_BYTES)
  // The protocol wants the address of an unknown resource repeated, beside the sentence.
  const { uri, ...data } = answer.error.data ?? {}
  expect(String(uri ?? "").length).toBeLessThanOrEqual(256)
  expect(JSON.stringify({ ...answer, error: { ...answer.error, data } })).not.toContain("canary")
  expect(text).not.toMatch(/invalid_type|expected (string|object|record|array)|Invalid input|ZodError|\\n/)
  expect(answer.error.message).toMatch(/^[A-Z].*\.$/)
}

/** Every method there is a handler for: those the product registers, and those the SDK brings. */
function registeredMethods(): string[] {
  const parts = { runtime: { plugins: [aiPlugin] }, version: "1" } as unknown as ServerParts
  const server = createServer(parts, { said: new Set(), reached: new Set() } as unknown as Exchange)
  const { _requestHandlers } = server as unknown as { _requestHandlers: Map<string, unknown> }
  return [..._requestHandlers.keys()].sort()
}

const METHODS = [...new Set([...registeredMethods(), "server/discover", "subscriptions/listen", CANARY])]

describe("hostile requests over MCP", () => {
  it("are put to every method that the server registers", () => {
    expect(METHODS).toEqual(
      expect.arrayContaining([
        "initialize",
        "ping",
        "prompts/get",
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "tools/call",
        "tools/list",
      ]),
    )
  })

  describe.each([OLD, MODERN])("in the revision %s", (revision) => {
    it.each(METHODS)("get a short sentence of ours from %s", async (method) => {
      let refused = 0
      for (const params of HOSTILE) {
        const asked = await ask(revision, method, params)
        if (asked.answer.error === undefined) continue
        refused++
        expectBoundedError(asked)
        // The parameters, the method, the message, or a header: never a fault of the server.
        expect([-32602, -32601, -32600, -32700, -32020]).toContain(asked.answer.error.code)
        expect(asked.status).toBeLessThan(500)
      }
      expect(refused).toBeGreaterThan(method === "ping" ? 2 : 5)
    })
  })

  it.each([
    ["prompts/get", { name: "x", arguments: many(5) }, 'prompts/get takes the "name" of a prompt'],
    ["prompts/get", { name: CANARY }, "There is no such prompt."],
    ["resources/read", { uri: `elsewhere://${CANARY}` }, "There is no such resource."],
    ["resources/read", { uri: `countersign://guide/${CANARY}` }, "There is no such resource."],
    ["resources/read", { uri: `countersign://guide/${LONG}` }, "There is no such resource."],
    ["prompts/get", { name: LONG }, "There is no such prompt."],
    ["resources/read", { uri: 5 }, 'resources/read takes a "uri"'],
    ["initialize", { protocolVersion: 5, capabilities: LONG }, 'initialize takes "protocolVersion"'],
    ["tools/call", { name: 5 }, 'tools/call takes the "name" of a tool'],
    ["tools/call", { name: CANARY }, "There is no such tool."],
    ["tools/call", { name: "shelf_list", requestState: CANARY }, 'a "requestState" only as it was given'],
    ["tools/list", { cursor: 5 }, 'tools/list takes nothing but a "cursor"'],
    ["tools/list", { cursor: CANARY }, "This list has no further pages."],
  ])("say what %s takes", async (method, params, sentence) => {
    const asked = await ask(OLD, method, params)
    expectBoundedError(asked)
    expect(asked.answer).toMatchObject({ id: 1, error: { code: -32602, message: expect.stringContaining(sentence) } })
  })

  it.each([LONG, "\u0001".repeat(60), [CANARY], { [CANARY]: 1 }, true])(
    "with an id that would lengthen the answer are refused without it (%#)",
    async (id) => {
      for (const method of ["ping", CANARY, "subscriptions/listen"]) {
        const asked = await post({ jsonrpc: "2.0", id, method })
        expect(asked.status).toBe(400)
        expectBoundedError(asked)
        expect(asked.answer).toMatchObject({ id: null, error: { code: -32600 } })
      }
      expect((await post([{ jsonrpc: "2.0", id, method: "ping" }])).answer).toMatchObject({ id: null })
    },
  )

  it("keep an id of ordinary length", async () => {
    const id = "é".repeat(100)
    expect((await post({ jsonrpc: "2.0", id, method: "ping" })).answer).toEqual({ jsonrpc: "2.0", id, result: {} })
    expect((await post({ jsonrpc: "2.0", id, method: "nothing" })).answer).toMatchObject({
      id,
      error: { code: -32601 },
    })
  })

  it("share one allowance in a batch", async () => {
    const id = (at: number) => String(at).padStart(250, "x")
    const params = { name: CANARY, arguments: { [CANARY]: 5 } }
    const batch = Array.from({ length: 20 }, (_, at) => ({ jsonrpc: "2.0", id: id(at), method: "prompts/get", params }))
    const { text, answer } = await post(batch)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_ERROR_BYTES)
    expect(text).not.toContain("canary")
    expect(answer).toHaveLength(20)
    for (const one of answer)
      expect(one.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^The par/) })
  })

  it.each([
    ["mcp-protocol-version", 400],
    ["accept", 406],
    ["mcp-method", 200],
    ["mcp-name", 200],
  ])("with 9,000 characters in the header %s are answered shortly", async (header, status) => {
    const value = CANARY.repeat(430)
    const old = await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { [header]: value })
    expect(old.status).toBe(status)
    if (old.answer.error) expectBoundedError(old)
    const modern = { "mcp-protocol-version": MODERN, "mcp-method": "prompts/get", "mcp-name": "x", [header]: value }
    const params = { name: "x", _meta: META }
    const asked = await post({ jsonrpc: "2.0", id: 1, method: "prompts/get", params }, modern)
    expectBoundedError(asked)
    expect(asked.status).toBeLessThan(500)
  })

  it("naming a revision that nobody knows hear which there are, and their own only if it could be one", async () => {
    const named = async (revision: string) => {
      const _meta = { ...META, "io.modelcontextprotocol/protocolVersion": revision }
      return post(
        { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } },
        { "mcp-protocol-version": revision },
      )
    }
    expect((await named("2031-01-01")).answer.error).toMatchObject({
      code: -32022,
      data: { supported: [MODERN], requested: "2031-01-01" },
    })
    const asked = await named(CANARY)
    expectBoundedError(asked)
    expect(asked.answer.error.code).toBe(-32022)
  })
})
