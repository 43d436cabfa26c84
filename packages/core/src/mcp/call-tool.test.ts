import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { rawClient, rawOldClient, serveMcp } from "./mcp.fixture.ts"

const mcp = await serveMcp()
const { endpoint, aBook, titleOf, trail, database } = mcp
const full = await mcp.application()
const modern = rawClient(endpoint, full.key)
const old = rawOldClient(endpoint, full.key)
const both = [
  ["2026-07-28", modern],
  ["2025-11-25", old],
] as const
const rowOf = async (id: string) =>
  (await database.pool.query("SELECT * FROM platform.tool_call WHERE id = $1", [id])).rows[0]

describe.each(both)("tools/list of %s", (_, call) => {
  it("has every tool the caller may use, in the order of their names, with both schemas and hints", async () => {
    const { tools } = (await call("tools/list")).body.result
    const names = tools.map((tool: { name: string }) => tool.name)
    const byName = (name: string) => tools.find((tool: { name: string }) => tool.name === name)

    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(["shelf_list", "shelf_rename", "shelf_remove", "shelf_fetch"]))
    expect(byName("shelf_list")).toMatchObject({
      title: "List",
      description: expect.stringContaining("Pass an id"),
      inputSchema: { type: "object" },
      outputSchema: { type: "object", required: ["books"] },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    })
    expect(byName("shelf_rename").annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(byName("shelf_rename").inputSchema.properties).not.toHaveProperty("version")
    expect(byName("shelf_remove").annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(byName("shelf_fetch").annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true })
  })

  it("promises a proposal beside the result of every tool that may have to be signed", async () => {
    const { tools } = (await call("tools/list")).body.result
    const unions = tools.filter((tool: { outputSchema?: { anyOf?: unknown[] } }) => tool.outputSchema?.anyOf)
    const names = unions.map((tool: { name: string }) => tool.name)
    expect(names).toEqual(expect.arrayContaining(["shelf_rename", "shelf_remove", "shelf_script", "shelf_fetch"]))
    expect(names).not.toContain("shelf_list")
    expect(unions[0].outputSchema.type).toBe("object")
  })

  it("has no tools for confirming, unless the client may confirm", async () => {
    const names = (await call("tools/list")).body.result.tools.map((tool: { name: string }) => tool.name)
    expect(names).not.toContain("ai_applyTool")
  })

  it("has no second page", async () => {
    expect((await call("tools/list", { cursor: "made up" })).body.error).toMatchObject({ code: -32602 })
  })
})

describe("tools/list", () => {
  it("may be kept for a minute by the client that asked, and by nobody else", async () => {
    expect((await modern("tools/list")).body.result).toMatchObject({ ttlMs: 60_000, cacheScope: "private" })
  })

  it("follows what the caller holds", async () => {
    const reader = await mcp.application(["shelf.book.read"])
    const list = async () =>
      (await rawClient(endpoint, reader.key)("tools/list")).body.result.tools.map((tool: { name: string }) => tool.name)
    expect(await list()).toContain("shelf_list")
    expect(await list()).not.toContain("shelf_rename")

    await database.pool.query("UPDATE platform.application SET rules = rules || '{shelf.book.manage}' WHERE id = $1", [
      reader.id,
    ])
    mcp.platform.identity.forget(`application:${reader.id}`)
    // The server hears of it from this process.
    await expect.poll(list).toContain("shelf_rename")
  })
})

describe.each(both)("tools/call of %s", (_, call) => {
  it("runs a read: all of it for the client, the leaner form for its model", async () => {
    const book = await aBook(`Dubliners ${randomUUID()}`)
    const { status, body } = await call("tools/call", { name: "shelf_list", arguments: {} })
    expect(status).toBe(200)
    expect(body.result.structuredContent.books).toContainEqual(book)
    expect(JSON.parse(body.result.content[0].text)).toContain(book.title)
    expect(body.result.isError).toBeUndefined()
    expect((await trail("shelf.list")).at(-1)).toMatchObject({ outcome: "executed", principal_name: full.name })
    const { rows } = await database.pool.query("SELECT transport FROM platform.audit ORDER BY id DESC LIMIT 1")
    expect(rows[0].transport).toBe("mcp")
  })

  it("proposes a change and says where a person signs it", async () => {
    const book = await aBook("Ulysses")
    const { body } = await call("tools/call", { name: "shelf_rename", arguments: { id: book.id, title: "Bloom" } })
    const answer = body.result.structuredContent
    expect(answer).toMatchObject({
      status: "awaiting_signature",
      summary: 'Rename "Ulysses"',
      diff: [{ label: "Title", before: "Ulysses", after: "Bloom" }],
      signUrl: `${mcp.url}/signatures/${answer.proposalId}`,
      expiresAt: expect.any(String),
    })
    expect(answer).not.toHaveProperty("token")
    expect(body.result.content[0].text).toContain(answer.signUrl)
    expect(await titleOf(book.id)).toBe("Ulysses")

    await mcp.sign(answer.proposalId)
    expect(await titleOf(book.id)).toBe("Bloom")
    expect(await rowOf(answer.proposalId)).toMatchObject({ transport: "mcp", status: "applied", signer_name: "Ana" })
  })

  it.each([
    ["a missing argument", { id: randomUUID() }, '"title"'],
    ["an unknown one", { id: randomUUID(), title: "x", loud: true }, "There is a field here that is not known."],
    ["a wrong type", { id: 7, title: "x" }, '"id"'],
    ["an id nothing has", { id: randomUUID(), title: "x" }, "No book has the id"],
  ])("tells the model of %s", async (_what, input, sentence) => {
    const { status, body } = await call("tools/call", { name: "shelf_rename", arguments: input })
    expect(status).toBe(200)
    expect(body.result.isError).toBe(true)
    expect(body.result.content[0].text).toContain(sentence)
    expect(body.result.structuredContent).toBeUndefined()
  })

  it("hands what a preview finds back to the model", async () => {
    const { body } = await call("tools/call", { name: "shelf_add", arguments: { title: "nonsense" } })
    expect(body.result).toMatchObject({ isError: true, content: [{ text: "Nobody prints nonsense." }] })
  })

  it("says no more of a fault than that there was one, and how to ask about it", async () => {
    const { body } = await call("tools/call", { name: "shelf_crash", arguments: {} })
    expect(body.result.isError).toBe(true)
    expect(body.result.content[0].text).toMatch(/went wrong on the server.*The correlation id is [\w-]{36}\.$/)
    expect(JSON.stringify(body)).not.toContain("hunter2")
  })

  it("has no tool of a name nobody gave", async () => {
    const { body } = await call("tools/call", { name: "shelf_burn", arguments: {} })
    expect(body.error).toMatchObject({ code: -32602, message: "There is no such tool. Ask for tools/list." })
    expect((await trail("shelf_burn")).at(-1)).toMatchObject({ outcome: "refused" })
  })

  it("takes no call without a name", async () => {
    expect((await call("tools/call", { arguments: {} })).body.error.code).toBeLessThanOrEqual(-32600)
  })
})

describe("who may not", () => {
  const callers = [rawClient, rawOldClient]

  it.each(callers)("is told which permission is missing, with 403 (%o)", async (client) => {
    const reader = await mcp.application(["shelf.book.read"])
    const book = await aBook("Emma")
    const { status, body, headers } = await client(endpoint, reader.key)("tools/call", {
      name: "shelf_rename",
      arguments: { id: book.id, title: "Knightley" },
    })
    expect(status).toBe(403)
    expect(body.id).toBe(1)
    expect(body.error).toMatchObject({
      code: -32003,
      message: `${reader.name} lacks the permission shelf.book.manage. An administrator can grant it.`,
    })
    expect(headers.get("www-authenticate")).toBeNull()
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({ outcome: "refused", principal_name: reader.name })
  })

  it.each(callers)("is told which scope would help, where one would (%o)", async (client) => {
    const { token } = await mcp.connectedApp("cleo", ["shelf.book.read"])
    const book = await aBook("Emma")
    const call = client(endpoint, token)
    const { status, body, headers } = await call("tools/call", {
      name: "shelf_rename",
      arguments: { id: book.id, title: "Knightley" },
    })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: -32003, data: { scopes: ["shelf.book.manage"] } })
    expect(headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_scope", .*scope="shelf\.book\.manage", resource_metadata="/,
    )
    expect((await call("tools/call", { name: "shelf_list", arguments: {} })).status).toBe(200)
  })

  it.each(callers)("is told how long to wait when the calls of a minute are used up (%o)", async (client) => {
    const { key } = await mcp.application()
    const call = client(endpoint, key)
    await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 1")
    try {
      expect((await call("tools/call", { name: "shelf_list", arguments: {} })).status).toBe(200)
      const { status, headers, body } = await call("tools/call", { name: "shelf_list", arguments: {} })
      expect(status).toBe(429)
      expect(body.error).toMatchObject({ code: -32010, data: { retryAfterSeconds: expect.any(Number) } })
      expect(Number(headers.get("retry-after"))).toBe(body.error.data.retryAfterSeconds)
      expect(body.error.data.retryAfterSeconds).toBeGreaterThan(0)
    } finally {
      await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
    }
  })

  it("gets the answers of a batch without anybody else's status", async () => {
    const { key } = await mcp.application(["shelf.book.read"])
    const calls = ["shelf_list", "shelf_remove"].map((name, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: {} },
    }))
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-03-26",
      },
      body: JSON.stringify(calls),
    })
    const answers = (await response.json()) as { id: number; error?: { code: number }; result?: object }[]
    expect(response.status).toBe(200)
    expect(answers.find(({ id }) => id === 0)?.result).toBeDefined()
    expect(answers.find(({ id }) => id === 1)?.error?.code).toBe(-32003)
  })
})

describe("a long result", () => {
  it("is cut for the model sooner than for the client", async () => {
    await database.pool.query("INSERT INTO shelf.book (title) SELECT repeat('x', 1000) FROM generate_series(1, 40)")
    const { body } = await modern("tools/call", { name: "shelf_list", arguments: {} })
    await database.pool.query("DELETE FROM shelf.book WHERE title = repeat('x', 1000)")
    const { text } = body.result.content[0]
    expect(text.length).toBeLessThanOrEqual(20_000)
    const { entries: books, _truncated: note } = JSON.parse(text)
    const { length } = body.result.structuredContent.books
    expect(books.length).toBeGreaterThan(5)
    expect(note.hint).toContain(`entries (${books.length} of ${length} entries)`)
    expect(body.result.structuredContent.books.length).toBeGreaterThanOrEqual(40)
  })
})

describe.each(both)("the resources of %s", (_, call) => {
  it("are the pages of the guide", async () => {
    const { resources } = (await call("resources/list")).body.result
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: "countersign://guide/start/first-steps", mimeType: "text/markdown" }),
    )
    const { body } = await call("resources/read", { uri: "countersign://guide/start/first-steps" })
    expect(body.result.contents[0].text).toContain("one-time")
    expect((await call("resources/templates/list")).body.result.resourceTemplates).toEqual([])
  })

  it.each(["countersign://guide/no/such-page", "file:///etc/passwd", "countersign://guide/../secret"])(
    "do not include %s",
    async (uri) => {
      expect((await call("resources/read", { uri })).body.error).toEqual({
        code: -32602,
        message: "There is no such resource. Ask for resources/list.",
        data: { uri },
      })
    },
  )
})
