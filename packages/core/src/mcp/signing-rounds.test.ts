import { describe, expect, it } from "vitest"
import { rawClient, serveMcp } from "./mcp.fixture.ts"

const mcp = await serveMcp()
const { endpoint, aBook, titleOf, trail, database } = mcp
const URL_ONLY = { elicitation: { url: {} } }
const FORM = { elicitation: { form: {} } }
const accepted = { signature: { action: "accept" } }
const confirmed = (confirm: boolean) => ({ signature: { action: "accept", content: { confirm } } })
const app = await mcp.application()
const trusted = await mcp.application(undefined, "client")
const idOf = (url: string) => url.split("/").at(-1)!

/** A change that waits, asked by URL or by form, and how to come back with an answer. */
async function asked(client: { key: string }, capabilities: object, title = "Emma") {
  const book = await aBook(title)
  const params = { name: "shelf_rename", arguments: { id: book.id, title: `${title}, again` } }
  const call = rawClient(endpoint, client.key, capabilities)
  const { result } = (await call("tools/call", params)).body
  const { requestState } = result
  const { message, url } = result.inputRequests?.signature.params ?? {}
  const comeBack = async (inputResponses?: object, state = requestState, more: object = params) =>
    (await call("tools/call", { ...more, requestState: state, inputResponses })).body
  return { book, params, result, message, url, requestState, comeBack, call }
}

describe("a client that can open a page", () => {
  it("is sent to the Signatures page and gets the result once a person has signed", async () => {
    const { book, result, url, message, comeBack } = await asked(app, URL_ONLY)
    expect(result).toMatchObject({
      resultType: "input_required",
      inputRequests: { signature: { method: "elicitation/create", params: { mode: "url" } } },
    })
    expect(url).toMatch(new RegExp(`^${mcp.url}/signatures/[0-9a-f-]{36}$`))
    expect(message).toContain('Rename "Emma"\nTitle: "Emma" → "Emma, again"')
    expect(await titleOf(book.id)).toBe("Emma")

    await mcp.sign(idOf(url))
    expect((await comeBack(accepted)).result.structuredContent).toMatchObject({ id: book.id, title: "Emma, again" })
  })

  it("may come back while the person is still reading, and waits for the signature", async () => {
    const { book, url, comeBack } = await asked(app, URL_ONLY)
    const [answer] = await Promise.all([comeBack(accepted), mcp.sign(idOf(url))])
    expect(answer.result.structuredContent).toMatchObject({ id: book.id, title: "Emma, again" })
  })

  it("applies nothing by coming back often, and always gets the one outcome", async () => {
    const { book, url, comeBack } = await asked(app, URL_ONLY)
    await mcp.sign(idOf(url))
    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(accepted)))
    for (const { result } of answers)
      expect(result.structuredContent).toMatchObject({ title: "Emma, again", version: 2 })
    const { rows } = await database.pool.query("SELECT version FROM shelf.book WHERE id = $1", [book.id])
    expect(rows[0].version).toBe(2)
  })

  it("is asked again when it brings no answer", async () => {
    const { url, comeBack } = await asked(app, URL_ONLY)
    const { result } = await comeBack(undefined)
    expect(result.resultType).toBe("input_required")
    expect(result.inputRequests.signature.params.url).toBe(url)
  })

  it.each(["decline", "cancel"])("that answers %s has decided nothing: the proposal still waits", async (action) => {
    const { book, url, comeBack } = await asked(app, URL_ONLY)
    const { result } = await comeBack({ signature: { action } })
    expect(result.structuredContent).toMatchObject({ status: "awaiting_signature", proposalId: idOf(url) })
    await mcp.sign(idOf(url))
    expect(await titleOf(book.id)).toBe("Emma, again")
  })

  it("learns that and why a person declined", async () => {
    const { book, url, comeBack } = await asked(app, URL_ONLY)
    await mcp.sign(idOf(url), "decline", "Not on a Friday.")
    const { result } = await comeBack(accepted)
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("was declined: Not on a Friday.") }],
    })
    expect(await titleOf(book.id)).toBe("Emma")
  })

  it("has read what it was told of a change that was signed, and of one that was declined", async () => {
    const reads = async () => {
      const { rows } = await database.pool.query(
        "DELETE FROM platform.tool_taint RETURNING tool, class, cardinality(people) AS people",
      )
      return rows.map(({ class: from, people }) => [from, people])
    }
    const signed = await asked(app, URL_ONLY)
    await mcp.sign(idOf(signed.url))
    await reads()
    await signed.comeBack(accepted)
    expect(await reads()).toEqual([["outside", null]])

    const declined = await asked(app, URL_ONLY)
    await mcp.sign(idOf(declined.url), "decline", "Not on a Friday.")
    await reads()
    await declined.comeBack(accepted)
    expect(await reads()).toContainEqual(["colleague", 1])
  })

  it("is led on to the proposal that took the place of one whose target moved", async () => {
    const { book, url, comeBack } = await asked(app, URL_ONLY)
    await database.pool.query("UPDATE shelf.book SET title = 'Emily', version = version + 1 WHERE id = $1", [book.id])
    await expect(mcp.sign(idOf(url))).rejects.toThrow("has changed since it was proposed")
    const { result } = await comeBack(undefined)
    const fresh = result.inputRequests.signature.params
    expect(fresh.url).not.toBe(url)
    expect(fresh.message).toContain('Title: "Emily" → "Emma, again"')
    await mcp.sign(idOf(fresh.url))
    expect((await comeBack(accepted)).result.structuredContent).toMatchObject({ title: "Emma, again" })
  })
})

describe("the state a client brings back", () => {
  it("tells nothing to whoever reads it", async () => {
    const { requestState, url } = await asked(app, URL_ONLY)
    expect(Buffer.from(requestState.split(".")[2], "base64url").toString("latin1")).not.toContain(idOf(url))
  })

  it.each([
    ["changed", (state: string) => `${state.slice(0, -6)}AAAAAA`],
    ["cut off", (state: string) => state.slice(0, 40)],
    ["made up", () => "v1.abc.def"],
    ["empty", () => ""],
  ])("is refused when it is %s", async (_, change) => {
    const { url, requestState, comeBack } = await asked(app, URL_ONLY)
    await mcp.sign(idOf(url))
    expect((await comeBack(accepted, change(requestState))).error).toMatchObject({ code: -32602 })
  })

  it("is refused when another client brings it", async () => {
    const { url, params, requestState } = await asked(app, URL_ONLY)
    await mcp.sign(idOf(url))
    const stranger = rawClient(endpoint, (await mcp.application()).key, URL_ONLY)
    const { body } = await stranger("tools/call", { ...params, requestState, inputResponses: accepted })
    expect(body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('a "requestState" only as it was given to this client'),
    })
  })

  it("is refused with other arguments than those that were proposed", async () => {
    const { book, params, requestState, comeBack } = await asked(trusted, FORM)
    const other = { ...params, arguments: { ...params.arguments, title: "Something else" } }
    expect((await comeBack(confirmed(true), requestState, other)).error).toMatchObject({ code: -32602 })
    expect(await titleOf(book.id)).toBe("Emma")
  })

  it("opens nothing any more to who has lost the permission", async () => {
    const losing = await mcp.application()
    const { url, comeBack } = await asked(losing, URL_ONLY)
    await mcp.sign(idOf(url))
    await database.pool.query("UPDATE platform.application SET rules = '{}' WHERE id = $1", [losing.id])
    mcp.platform.identity.forget(`application:${losing.id}`)
    // The server hears of it from this process.
    await expect.poll(async () => (await comeBack(accepted)).error).toMatchObject({ code: -32003 })
  })
})

describe("a client that may confirm", () => {
  it("is asked by a form and applies what it accepts, once", async () => {
    const { book, result, message, comeBack } = await asked(trusted, FORM)
    expect(result.inputRequests.signature.params.requestedSchema).toMatchObject({ required: ["confirm"] })
    expect(message).toContain('Title: "Emma" → "Emma, again"')
    const first = await comeBack(confirmed(true))
    expect(first.result.structuredContent).toMatchObject({ title: "Emma, again", version: 2 })
    expect((await comeBack(confirmed(true))).result.structuredContent).toEqual(first.result.structuredContent)
    expect(await titleOf(book.id)).toBe("Emma, again")
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({ outcome: "applied", principal_name: trusted.name })
  })

  it("is given the page and no form where there is more to read than a form shows", async () => {
    const params = { name: "shelf_add", arguments: { title: `Emma${", and on".repeat(1_000)}` } }
    const ask = async (capabilities: object) =>
      (await rawClient(endpoint, trusted.key, capabilities)("tools/call", params)).body.result
    const alone = await ask(FORM)
    expect(alone.inputRequests).toBeUndefined()
    expect(alone.structuredContent).toMatchObject({ status: "awaiting_signature" })
    expect(alone.content[0].text).toMatch(/There is more to read than a form shows.*\/signatures\//)
    const { signature } = (await ask({ elicitation: { form: {}, url: {} } })).inputRequests
    expect(signature.params).toMatchObject({
      mode: "url",
      message: expect.stringContaining("more characters stand on"),
    })
  })

  it.each([
    ["declines", { signature: { action: "decline" } }],
    ["accepts the form but not the change", confirmed(false)],
  ])("withdraws the proposal when its person %s", async (_, answer) => {
    const { book, comeBack } = await asked(trusted, FORM)
    expect((await comeBack(answer)).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("was declined") }],
    })
    expect((await comeBack(confirmed(true))).result.isError).toBe(true)
    expect(await titleOf(book.id)).toBe("Emma")
  })

  it.each([
    ["nothing", undefined],
    ["an answer to something else", { other: { action: "accept", content: { confirm: true } } }],
    ["a form without the field", { signature: { action: "accept", content: {} } }],
    ["a word where a yes belongs", { signature: { action: "accept", content: { confirm: "yes" } } }],
  ])("is asked again when it brings %s", async (_, answer) => {
    const { book, comeBack } = await asked(trusted, FORM)
    expect((await comeBack(answer)).result.resultType).toBe("input_required")
    expect(await titleOf(book.id)).toBe("Emma")
  })

  it("shows what would change now when the target moved meanwhile", async () => {
    const { book, comeBack } = await asked(trusted, FORM)
    await database.pool.query("UPDATE shelf.book SET title = 'Emily', version = version + 1 WHERE id = $1", [book.id])
    const { result } = await comeBack(confirmed(true))
    expect(result.inputRequests.signature.params.message).toContain('Title: "Emily" → "Emma, again"')
    expect(await titleOf(book.id)).toBe("Emily")
    expect((await comeBack(confirmed(true), result.requestState)).result.structuredContent).toMatchObject({
      title: "Emma, again",
    })
  })

  it("gets the token when it asks nobody, and the tools that take it", async () => {
    const call = rawClient(endpoint, trusted.key)
    const { tools } = (await call("tools/list")).body.result
    expect(tools.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(["ai_applyTool", "ai_declineTool"])

    const book = await aBook("Emma")
    const { result } = (await call("tools/call", { name: "shelf_rename", arguments: { id: book.id, title: "Two" } }))
      .body
    const { token } = result.structuredContent
    expect(token).toMatch(/^propose:/)
    expect(result.content[0].text).not.toContain("propose:")

    const apply = { name: "ai_applyTool", arguments: { token } }
    const first = (await call("tools/call", apply)).body.result
    expect(first.structuredContent).toMatchObject({ result: { id: book.id, title: "Two", version: 2 } })
    expect((await call("tools/call", apply)).body.result.structuredContent).toEqual(first.structuredContent)
    expect(await titleOf(book.id)).toBe("Two")
  })

  it("can withdraw by token what nobody has signed", async () => {
    const call = rawClient(endpoint, trusted.key)
    const book = await aBook("Emma")
    const { result } = (await call("tools/call", { name: "shelf_rename", arguments: { id: book.id, title: "Two" } }))
      .body
    const { token, proposalId } = result.structuredContent
    const declined = await call("tools/call", { name: "ai_declineTool", arguments: { token, reason: "Too soon." } })
    expect(declined.body.result.structuredContent).toEqual({ proposalId })
    const late = await call("tools/call", { name: "ai_applyTool", arguments: { token } })
    expect(late.body.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Too soon.") }] })
  })

  it.each([
    ["a forged token", { token: `propose:${crypto.randomUUID()}.${"0".repeat(64)}` }, "not a valid proposal token"],
    ["no token", {}, '"token"'],
    ["something more", { token: "x", force: true }, "There is a field here that is not known"],
  ])("is told what is wrong with %s", async (_, input, sentence) => {
    const { body } = await rawClient(endpoint, trusted.key)("tools/call", { name: "ai_applyTool", arguments: input })
    expect(body.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(sentence) }] })
  })

  it("cannot use another client's token", async () => {
    const call = rawClient(endpoint, trusted.key)
    const book = await aBook("Emma")
    const { result } = (await call("tools/call", { name: "shelf_rename", arguments: { id: book.id, title: "Two" } }))
      .body
    const other = await mcp.application(undefined, "client")
    const { body } = await rawClient(endpoint, other.key)("tools/call", {
      name: "ai_applyTool",
      arguments: { token: result.structuredContent.token },
    })
    expect(body.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("belongs to") }] })
    expect(await titleOf(book.id)).toBe("Emma")
  })

  it.each(["shelf_remove", "shelf_script"])("still needs a person for %s", async (name) => {
    const book = await aBook("Emma")
    const { body } = await rawClient(endpoint, trusted.key, FORM)("tools/call", { name, arguments: { id: book.id } })
    expect(body.result.structuredContent).toMatchObject({ status: "awaiting_signature" })
    expect(body.result.structuredContent).not.toHaveProperty("token")
  })

  it("still needs a person under the two-person rule", async () => {
    const who = await mcp.as("root", "administrator")
    await database.pool.query(
      `INSERT INTO platform.tool_policy (subject, two_person, updated_by) VALUES ('tool:shelf.add', true, $1)`,
      [who.principal.name],
    )
    const { body } = await rawClient(
      endpoint,
      trusted.key,
      FORM,
    )("tools/call", {
      name: "shelf_add",
      arguments: { title: "Two" },
    })
    expect(body.result.structuredContent).toMatchObject({ status: "awaiting_signature" })
    expect(body.result.structuredContent).not.toHaveProperty("token")
  })

  it("stops being one when an administrator takes it back", async () => {
    const late = await mcp.application(undefined, "client")
    const names = async () =>
      (await rawClient(endpoint, late.key)("tools/list")).body.result.tools.map(({ name }: { name: string }) => name)
    expect(await names()).toContain("ai_applyTool")
    await database.pool.query("UPDATE platform.application SET confirm = 'person' WHERE id = $1", [late.id])
    mcp.platform.identity.forget(`application:${late.id}`)
    await expect.poll(names).not.toContain("ai_applyTool")
  })
})

describe("a client that may not confirm", () => {
  it("has no tool to do so", async () => {
    const { body } = await rawClient(endpoint, app.key)("tools/call", {
      name: "ai_applyTool",
      arguments: { token: "x" },
    })
    expect(body.error).toMatchObject({ code: -32602 })
  })

  it("is not asked by a form, which it could answer itself", async () => {
    const { result } = await asked(app, FORM)
    expect(result.structuredContent).toMatchObject({ status: "awaiting_signature" })
    expect(result.structuredContent).not.toHaveProperty("token")
  })
})

describe("a person's connected app", () => {
  it("proposes for the person, who alone signs", async () => {
    const { token, personId } = await mcp.connectedApp("dora", ["read", "write"])
    const { url, comeBack } = await asked({ key: token }, URL_ONLY)
    await expect(mcp.sign(idOf(url))).rejects.toThrow("It waits for the signature of Dora.")
    const { rows } = await database.pool.query("SELECT person_id, grant_id FROM platform.tool_call WHERE id = $1", [
      idOf(url),
    ])
    expect(rows[0].person_id).toBe(personId)
    expect((await comeBack({ signature: { action: "cancel" } })).result.structuredContent).toMatchObject({
      status: "awaiting_signature",
    })
  })
})
