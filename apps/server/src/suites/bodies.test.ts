import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { EMAIL, PASSWORD, startBuiltServer } from "../from-outside/built-server.fixture.ts"

const { server, ana } = await startBuiltServer()
const { body: application } = await ana.call<{ key: string }>("platform.createApplication", {
  name: "Script",
  roles: ["operator"],
})
const bearer = { authorization: `Bearer ${application.key}` }
const cookie = { cookie: ana.cookie(), origin: new URL(server.url).origin }

/** Every address that reads JSON, with a body it takes. */
const DOORS = [
  ["a verb", "/api/v1/catalog/listGroups", bearer, { text: "é" }],
  ["a verb that anybody may call", "/api/v1/platform/me", {}, {}],
  ["signing in", "/api/v1/platform/signIn", { origin: cookie.origin }, { email: EMAIL, password: PASSWORD }],
  [
    "the chat",
    "/api/ai/chat",
    { ...cookie, accept: "application/json" },
    { conversationId: "é", message: { id: "m", text: "hello" } },
  ],
  ["an open page", "/api/ai/chat/tabs", cookie, { tab: "a-tab-of-hers", conversationIds: [] }],
  [
    "MCP",
    "/api/ai/mcp",
    { ...bearer, accept: "application/json, text/event-stream" },
    { jsonrpc: "2.0", id: 1, method: "ping" },
  ],
  ["registration of apps", "/oauth/register", {}, { redirect_uris: ["https://app.example.test/é"] }],
] as const

describe.each(DOORS)("a body for %s", (_, path, headers, body) => {
  const json = JSON.stringify(body)

  async function send(content: string | Uint8Array<ArrayBuffer>, more: Record<string, string>) {
    const response = await fetch(server.url + path, { method: "POST", headers: { ...headers, ...more }, body: content })
    return { status: response.status, text: await response.text() }
  }

  it.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "is read as %s",
    async (type) => {
      const { status, text } = await send(json, { "content-type": type })
      expect([400, 415, 500], text).not.toContain(status)
    },
  )

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json-patch+json",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-8; charset=utf-16",
    "application/json; boundary=x",
    "multipart/form-data; boundary=application/json",
  ])("is not read as %s", async (type) => {
    const { status, text } = await send(json, { "content-type": type })
    expect(status).toBe(415)
    expect(text).toContain("Send JSON in UTF-8 with")
  })

  it.each([
    ["gzip", gzipSync(json)],
    ["deflate", deflateSync(json)],
    ["br", brotliCompressSync(json)],
    ["gzip, identity", gzipSync(json)],
    ["x-unknown", Buffer.from(json)],
  ])("is refused in the encoding %s, compressed or only called so", async (encoding, bytes) => {
    for (const content of [new Uint8Array(bytes), json]) {
      const { status, text } = await send(content, { "content-type": "application/json", "content-encoding": encoding })
      expect(status).toBe(415)
      expect(text).toContain("Send the body as it is")
    }
  })

  it.each([
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
    ["a character cut off", [0xe2, 0x82]],
    ["a byte that UTF-8 never has", [0xff]],
  ])("is refused with %s in it", async (_name, bytes) => {
    const content = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])
    const { status, text } = await send(new Uint8Array(content), { "content-type": "application/json" })
    expect(status).toBe(400)
    expect(text).toContain("not valid UTF-8")
  })
})

describe("an empty body", () => {
  it.each<Record<string, string>>([{}, { "content-type": "application/json" }])(
    "asks a verb with no input, whatever its type",
    async (type) => {
      const response = await fetch(`${server.url}/api/v1/catalog/listGroups`, {
        method: "POST",
        headers: { ...bearer, ...type },
      })
      expect(response.status).toBe(200)
    },
  )
})

describe("a form", () => {
  it("is held to UTF-8 and to no encoding too", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const send = (body: Uint8Array<ArrayBuffer>, more = {}) =>
      fetch(`${server.url}/oauth/token`, { method: "POST", headers: { ...headers, ...more }, body }).then(
        ({ status }) => status,
      )
    const form = Buffer.from("grant_type=refresh_token&client_id=x&refresh_token=y")
    expect(await send(new Uint8Array(Buffer.concat([form, Buffer.from([0xff])])))).toBe(400)
    expect(await send(new Uint8Array(gzipSync(form)), { "content-encoding": "gzip" })).toBe(415)
  })
})
