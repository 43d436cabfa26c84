import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { afterAll, describe, expect, it } from "vitest"
import { aiContract } from "../../../../plugins/ai/src/contract.ts"
import { catalogPlugin } from "../../../../plugins/catalog/src/server.ts"
import { incidentPlugin } from "../../../../plugins/incident/src/server.ts"
import { rawClient, rawOldClient, serveMcp } from "./mcp.fixture.ts"

const mcp = await serveMcp([catalogPlugin, incidentPlugin])
const { token } = await mcp.connectedApp("eva", ["read"])
const eva = await mcp.as("eva")
await mcp.platform.call(eva, aiContract.createSkill, {
  title: "Rolling restart",
  description: "One node at a time.",
  text: "Ask before each node.",
})
const open: Client[] = []
afterAll(() => Promise.all(open.map((client) => client.close())))

async function connect(key: string, options: ClientOptions = {}) {
  const client = new Client({ name: "test", version: "1" }, options)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.endpoint), { requestInit }))
  open.push(client)
  return client
}

describe("prompts", () => {
  it.each([
    ["2026-07-28", { versionNegotiation: { mode: "auto" } }],
    ["2025-11-25", {}],
  ] as [string, ClientOptions][])("are the skills, to the official client of %s", async (version, options) => {
    const client = await connect(token, options)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerCapabilities()?.prompts).toBeDefined()

    const { prompts } = await client.listPrompts()
    const names = prompts.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(prompts).toContainEqual(expect.objectContaining({ name: "incident.triage", title: "Incident triage" }))
    const { messages, description } = await client.getPrompt({ name: "rolling-restart" })
    expect(description).toBe("One node at a time.")
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: "Ask before each node." } }])
    await expect(client.getPrompt({ name: "nothing" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("There is no such prompt. Ask for prompts/list."),
    })
  })

  it("are none for those who may not use skills, and another person's are not told", async () => {
    const without = rawClient(mcp.endpoint, (await mcp.application()).key)
    expect((await without("prompts/list")).body.result.prompts).toEqual([])
    expect((await without("prompts/get", { name: "incident.triage" })).body.error).toMatchObject({ code: -32602 })
    const other = rawOldClient(mcp.endpoint, (await mcp.application(["ai.skill.read"])).key)
    const { prompts } = (await other("prompts/list")).body.result
    expect(prompts.map(({ name }: { name: string }) => name)).not.toContain("rolling-restart")
    expect((await other("prompts/list", { cursor: "x" })).body.error.message).toContain("no further pages")
  })

  it("leave the chat's question to the chat", async () => {
    const { tools } = await (await connect(token)).listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain("ai_searchMemory")
    expect(names).not.toContain("ai_askOperator")
  })
})
