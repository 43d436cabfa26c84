import { describe, expect, it } from "vitest"
import { MCP_PATH, oauthContract } from "../contract/platform/oauth.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { MAX_BODY_BYTES } from "../http/read-body.ts"
import { setUpAna } from "../reserved/session/session.fixture.ts"
import { rawClient, rawOldClient, serveMcp } from "./mcp.fixture.ts"

const mcp = await serveMcp()
const { endpoint, url } = mcp
const { key } = await mcp.application()
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" }
const bearer = { ...json, authorization: `Bearer ${key}` }
const ping = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })

async function post(body: string, headers: Record<string, string> = bearer) {
  const response = await fetch(endpoint, { method: "POST", headers, body })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe("the way in for MCP clients", () => {
  it("answers who comes without a token where to get one", async () => {
    const { status, headers, body } = await post(ping, json)
    expect(status).toBe(401)
    expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32001 } })
    expect(headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/api/ai/mcp"`,
    )
  })

  it.each([
    ["an API key nobody made", "csk_forged"],
    ["a token nobody issued", "cst_forged"],
    ["a truncated key", key.slice(0, -4)],
  ])("says of %s that it is not valid", async (_, forged) => {
    const { status, headers, body } = await post(ping, { ...json, authorization: `Bearer ${forged}` })
    expect(status).toBe(401)
    expect(body.error).toMatchObject({ code: -32001, message: expect.stringContaining("is not valid") })
    expect(headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token", .*resource_metadata="/)
  })

  it("does not take a person's cookie, which any page could make their browser send", async () => {
    // Setting up is for the first person there is.
    await mcp.database.pool.query("DELETE FROM platform.person")
    const ana = await setUpAna(mcp)
    await mcp.as("ana")
    expect((await ana.call(sessionContract.me, {})).body).toMatchObject({ name: "Ana" })
    const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    expect((await post(ping, { ...json, cookie, origin: url })).status).toBe(401)
  })

  it("refuses a token that was issued for another address", async () => {
    const { token } = await mcp.connectedApp("eva", ["read"], "https://elsewhere.example/api/ai/mcp")
    expect((await rawClient(endpoint, token)("tools/list")).status).toBe(401)
  })

  it("takes requests of pages only from its own address", async () => {
    expect((await post(ping, { ...bearer, origin: url })).status).toBe(200)
    const { status, body } = await post(ping, { ...bearer, origin: "https://evil.example" })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: -32003, message: expect.stringContaining("came from another origin") })
  })

  it.each(["GET", "DELETE", "PUT"])("has nothing to answer to %s", async (method) => {
    const response = await fetch(endpoint, { method, headers: bearer })
    expect(response.status).toBe(405)
    expect(response.headers.get("allow")).toBe("POST")
    expect((await response.json()).error.message).toContain("by POST")
  })

  it.each([
    ["JSON that ends too early", '{"jsonrpc":', 400, -32700],
    ["no JSON at all", "hello", 400, -32700],
    ["nothing", "", 400, -32700],
    ["a prototype key", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":1}}}`, 400, -32602],
    ["endless nesting", `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, 400, -32602],
    ["a character that cannot be stored", '{"jsonrpc":"2.0","id":1,"method":"a\\u0000b"}', 400, -32602],
    ["a batch of more requests than anybody needs", `[${Array(21).fill(ping).join(",")}]`, 400, -32600],
    ["a batch of nothing", "[]", 400, -32600],
    ["a body of more than 1 MiB", `"${"x".repeat(MAX_BODY_BYTES)}"`, 413, -32600],
  ])("answers %s with what is wrong", async (_, body, status, code) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(answer.body.error.message.length).toBeGreaterThan(10)
  })

  it.each(["2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05"])(
    "takes no batch in the revision %s, which has none, whoever says so",
    async (revision) => {
      const { status, body } = await post(`[${ping}]`, { ...bearer, "mcp-protocol-version": revision })
      expect(status).toBe(400)
      expect(body).toMatchObject({
        id: null,
        error: { code: -32600, message: expect.stringContaining("Only the revision 2025-03-26") },
      })
      const meta = { "io.modelcontextprotocol/protocolVersion": revision }
      const inside = [{ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: meta } }]
      expect((await post(JSON.stringify(inside))).status).toBe(400)
      const beginning = [{ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: revision } }]
      expect((await post(JSON.stringify(beginning))).status).toBe(400)
    },
  )

  it.each([{}, { "mcp-protocol-version": "2025-03-26" }])(
    "takes a batch in the one revision that had them (%o)",
    async (said) => {
      const { status, body } = await post(`[${ping},${ping.replace("7", "8")}]`, { ...bearer, ...said } as never)
      expect(status).toBe(200)
      expect(body.map(({ id }: { id: number }) => id).sort()).toEqual([7, 8])
    },
  )

  it("wants JSON to be called JSON", async () => {
    expect((await post(ping, { ...bearer, "content-type": "text/plain" })).status).toBe(415)
  })

  it("answers something that is JSON but no request of the protocol", async () => {
    const { status, body } = await post('{"hello":"there"}')
    expect(status).toBe(400)
    expect(body.error.code).toBeLessThanOrEqual(-32600)
  })

  it("answers ping to clients of 2025, and tells those of 2026 what there is", async () => {
    expect((await rawOldClient(endpoint, key)("ping")).body.result).toEqual({})
    const { body } = await rawClient(endpoint, key)("server/discover")
    expect(body.result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: expect.stringContaining("a person signs or declines at signUrl"),
    })
    expect(body.result.capabilities.completions).toBeUndefined()
  })

  it("opens no stream for changes that nothing announces", async () => {
    const { status, body } = await rawClient(endpoint, key)("subscriptions/listen", { notifications: {} })
    expect(status).toBe(404)
    expect(body).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  it("lets nobody wait for a signature at a pod that stops", async () => {
    const pod = await mcp.startPod()
    const book = await mcp.aBook("Emma")
    const call = rawClient(`${pod.url}${MCP_PATH}`, key, { elicitation: { url: {} } })
    const params = { name: "shelf_rename", arguments: { id: book.id, title: "Knightley" } }
    const { requestState } = (await call("tools/call", params)).body.result
    const waiting = call("tools/call", { ...params, requestState, inputResponses: { signature: { action: "accept" } } })
    pod.child.kill("SIGTERM")
    expect((await waiting).body.result.structuredContent).toMatchObject({ status: "awaiting_signature" })
  })

  it("can be switched off, and on again", async () => {
    const administrator = await mcp.as("root", "administrator")
    const set = async (mcpEnabled: boolean) => {
      const { version } = await mcp.platform.call(administrator, oauthContract.getOauthSettings, {})
      await mcp.platform.call(administrator, oauthContract.updateOauthSettings, { version, mcpEnabled })
    }
    await set(false)
    await expect.poll(async () => (await post(ping)).status).toBe(403)
    expect((await post(ping)).body.error).toMatchObject({
      code: -32003,
      message: "MCP is switched off here. An administrator can switch it on in Settings > MCP.",
    })
    await set(true)
    await expect.poll(async () => (await post(ping)).status).toBe(200)
  })
})
