import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { moveClock, openSession } from "@countersign/testing"
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import { invokeTool } from "../../gate/invoke-tool.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { listTools } from "../../mcp/tool-list.ts"
import { testChat } from "../chat.fixture.ts"
import { openTab, type Tab } from "./tab.fixture.ts"
import { windowPlugin } from "./window.fixture.ts"

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const TIMES = { flushMs: 10, pods: { beatMs: 100, deadAfterMs: 1_500 }, bridge: { lookMs: 40, arrivalMs: 200 } }
const told = [
  { when: '"seen"', say: "Seen: {{result.seen}}." },
  { when: '"label"', say: "Depicted: {{result.label}}." },
  { say: "Not seen: {{result.error.message}}" },
]
const chat = await testChat({
  plugins: [shelfPlugin, windowPlugin],
  platform: { chat: TIMES },
  scripts: [
    { match: "look at (\\w+)", steps: [{ calls: [{ name: "window_look", arguments: { at: "{{match.1}}" } }] }, told] },
    {
      match: "both ways",
      steps: [
        {
          calls: [
            { name: "window_look", arguments: { at: "left" } },
            { name: "window_look", arguments: { at: "right" } },
          ],
        },
        { say: "Left {{results.0.seen}}, right {{results.1.seen}}." },
      ],
    },
    { match: "depict", steps: [{ calls: [{ name: "window_depict", arguments: {} }] }, told] },
    { match: "anyway", steps: [{ calls: [{ name: "window_anyway", arguments: { at: "the sea" } }] }, told] },
  ],
})
const { database } = chat.testing
const pods = new Map<string, ChildProcess>()
const [here, there, elsewhere] = await Promise.all([startPod(), startPod(), startPod()])

async function startPod(): Promise<string> {
  const { child, url } = await chat.startPod()
  pods.set(url, child)
  return url
}

beforeEach(() => moveClock(database, "0 seconds"))

const tabs: Tab[] = []
afterAll(() => {
  for (const tab of tabs) tab.close()
})
async function tabOn(conversationId: string, at = here): Promise<Tab> {
  const tab = await openTab(chat, conversationId, at)
  tabs.push(tab)
  return tab
}
const rows = async (conversationId: string) =>
  (await database.pool.query("SELECT * FROM platform.bridge_request WHERE conversation_id = $1", [conversationId])).rows

describe("a tool that runs in the tab", () => {
  it("is asked of the tab that sent the message, and answered at any server", async () => {
    const id = await chat.newConversation()
    const [tab, beside] = [await tabOn(id), await tabOn(id, there)]
    await beside.beat()
    await tab.send("look at harbour")

    const request = await tab.asked()
    expect(request).toMatchObject({ tab: tab.id, lease: 1, toolName: "window.look", input: { at: "harbour" } })
    expect(await tab.beat(there)).toEqual({ status: 200, open: [{ requestId: request.requestId, lease: 1 }] })
    expect((await beside.beat()).open).toEqual([])
    expect(await tab.answer(request, { seen: "two boats" }, { at: elsewhere })).toEqual({ status: 200, message: "" })

    expect(await beside.over()).toEqual({ state: "completed", text: "Seen: two boats." })
    expect(beside.requests()).toEqual([])
    const [row] = await rows(id)
    expect(row).toMatchObject({ answer: null, ended_at: expect.any(Date) })
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "text"])
    const [call] = (await chat.testing.trail("window.look")).slice(-1)
    expect(call).toMatchObject({ outcome: "executed", effect: "read" })
  })

  it("keeps what a tab answered sealed until it is read", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at vault")
    const request = await tab.asked()
    // The server that waits is asleep, so that the answer stays for a look.
    pods.get(here)!.kill("SIGSTOP")
    await tab.answer(request, { seen: "forty-two bars" }, { at: there })
    const [row] = await rows(id)
    pods.get(here)!.kill("SIGCONT")

    expect(row.answer).toMatch(/^\S{40,}$/)
    expect(JSON.stringify(row)).not.toContain("forty")
    expect((await tab.over()).text).toContain("forty-two bars")
  })

  it("does not count an answer that is doubled, late, under another number, another tab's or another person's", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("both ways")
    await tab.asked(2)
    const at = (place: string) => tab.requests().find(({ input }) => (input as { at: string }).at === place)!
    const [left, right] = [at("left"), at("right")]
    const other = await tabOn(id, there)

    expect(await tab.answer({ ...left, lease: 2 }, { seen: "x" })).toMatchObject({ status: 409 })
    expect(await other.answer(left, { seen: "x" })).toMatchObject({
      status: 409,
      message: "Another tab was asked in place of this one, so this answer does not count.",
    })
    expect(await tab.answer(left, { seen: "hills" }, { cookie: await bens() })).toMatchObject({ status: 404 })
    expect(await tab.answer(left, { seen: "hills" })).toMatchObject({ status: 200 })
    expect(await tab.answer(left, { seen: "valleys" }, { at: there })).toMatchObject({
      status: 409,
      message: "This was answered before or too late, so this answer does not count.",
    })
    expect(await tab.answer(right, { seen: "woods" })).toMatchObject({ status: 200 })
    expect((await tab.over()).text).toBe("Left hills, right woods.")
    expect(await tab.answer(right, { seen: "towns" })).toMatchObject({ status: 404 })
    expect(await tab.answer({ ...right, requestId: crypto.randomUUID() }, {})).toMatchObject({ status: 404 })
  })

  it("refuses an answer that does not fit with a sentence, and waits on", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at fog")
    const request = await tab.asked()

    expect(await tab.answer(request, { seen: 7 })).toMatchObject({
      status: 400,
      message: expect.stringContaining('"seen"'),
    })
    expect(await tab.answer(request, { seen: "x".repeat(300_000) })).toMatchObject({
      status: 400,
      message: "The result is longer than 256 KiB as JSON. Answer with less.",
    })
    expect(await tab.answer(request, undefined, { body: { lease: "first" } })).toMatchObject({ status: 400 })
    for (const lease of [2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await tab.answer(request, undefined, { body: { lease } })).toMatchObject({ status: 400 })
    expect((await tab.answer(request, { seen: "y".repeat(9_000_000) })).status).toBe(413)
    const malformed = { snapshot: { path: 7 } }
    expect(await tab.answer(request, { seen: "grey" }, { body: malformed })).toMatchObject({ status: 200 })
    expect((await tab.over()).text).toBe("Seen: grey.")
  })

  it("takes no answer from another site or by an API key", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at gate")
    const { requestId, lease } = await tab.asked()
    const body = JSON.stringify({ requestId, tab: tab.id, lease, result: { seen: "a Trojan horse" } })
    const send = (headers: Record<string, string>) =>
      fetch(`${here}/api/ai/chat/${id}/tool-result`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      })

    const cookie = chat.session.cookie()
    expect((await send({ cookie, origin: "https://elsewhere.example" })).status).toBe(403)
    expect((await send({ origin: here })).status).toBe(401)
    const { body: made } = await chat.session.call<{ key: string }>("platform.createApplication", { name: "deploy" })
    expect((await send({ authorization: `Bearer ${made.key}` })).status).toBe(403)
    await stop(id)
    expect((await tab.over()).state).toBe("stopped")
  })

  it("hands pictures to the gate, judged by their bytes", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("depict")
    const request = await tab.asked()
    const picture = { mediaType: "image/png", data: PIXEL }

    const lying = { ...picture, mediaType: "image/jpeg" }
    expect(await tab.answer(request, { label: "dot" }, { body: { images: [lying] } })).toMatchObject({
      status: 400,
      message: expect.stringContaining("its bytes are image/png"),
    })
    const many = Array.from({ length: 5 }, () => picture)
    expect((await tab.answer(request, { label: "dot" }, { body: { images: many } })).status).toBe(400)
    expect((await tab.answer(request, { label: "dot" }, { body: { images: [picture] } })).status).toBe(200)
    expect((await tab.over()).text).toBe("Depicted: dot.")
    expect(JSON.stringify(await chat.read(id))).not.toContain(PIXEL)
  })

  it("is a failure that the model reads where the page says so", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at wall")
    expect((await tab.answer(await tab.asked(), undefined, { body: { failed: true } })).status).toBe(200)
    expect((await tab.over()).text).toMatch(/^Not seen: .*could not do this/)
  })
})

describe("the lease", () => {
  it("moves with a higher number to another tab when its own is not heard of, and the question is asked again there", async () => {
    const id = await chat.newConversation()
    const [first, second] = [await tabOn(id), await tabOn(id, there)]
    await first.send("look at coast")
    const before = await first.asked()

    await moveClock(database, "26 seconds")
    await second.beat()

    const after = await second.asked()
    expect(after).toEqual({ ...before, tab: second.id, lease: before.lease + 1 })
    // It is not gone after all, and too late.
    await first.beat()
    expect(await first.answer(before, { seen: "surf" })).toMatchObject({ status: 409 })
    expect((await first.beat()).open).toEqual([])
    expect(await second.answer(after, { seen: "sand" })).toMatchObject({ status: 200 })
    expect(await first.over()).toEqual({ state: "completed", text: "Seen: sand." })
    expect(first.requests()).toHaveLength(1)
  })

  it("stays with a tab that goes on saying that it is there", async () => {
    const id = await chat.newConversation()
    const [first, second] = [await tabOn(id), await tabOn(id, there)]
    await first.send("look at cliff")
    const request = await first.asked()
    for (const by of ["20 seconds", "40 seconds", "60 seconds"]) {
      await moveClock(database, by)
      await Promise.all([first.beat(there), second.beat()])
    }
    expect(await first.answer(request, { seen: "gulls" })).toMatchObject({ status: 200 })
    expect((await first.over()).text).toBe("Seen: gulls.")
    expect(second.requests()).toEqual([])
  })

  it("ends with an error that the model reads after 90 s, whoever was asked", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at horizon")
    const request = await tab.asked()
    expect(Date.parse(request.deadline) - Date.now()).toBeGreaterThan(80_000)

    await moveClock(database, "91 seconds")

    expect((await tab.over()).text).toMatch(/^Not seen: .*did not answer within 90 s/)
    expect((await tab.answer(request, { seen: "at last" })).status).toBe(404)
    const [row] = await rows(id)
    expect(row.answered_at).toBeNull()
  })

  it("is nobody's where no tab is open: the model is told, or what stands in for a page answers", async () => {
    const id = await chat.newConversation()
    expect((await chat.send(id, "look at stars")).text).toMatch(/^Not seen: .*needs an open page/)
    expect((await chat.send(id, "anyway")).text).toBe("Seen: the sea, as imagined.")
  })

  it("is taken by a tab that says in time that it is there, where a message came from none", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id, there)
    const turn = chat.send(id, "look at meadow")
    await vi.waitFor(async () => expect((await tab.beat()).open).toHaveLength(1), { timeout: 15_000, interval: 20 })
    await tab.answer(await tab.asked(), { seen: "hares" })
    expect((await turn).text).toBe("Seen: hares.")
  })

  it("is of no use elsewhere: MCP clients are offered only what can do without a page", async () => {
    const root = await chat.testing.as("root", "administrator")
    const names = listTools(root.runtime, root.principal).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith("window_"))).toEqual(["window_anyway"])
    const call = (toolName: string) =>
      invokeTool({ caller: { ...root, transport: "mcp" }, mode: "approve" }, { toolName, input: { at: "rain" } })
    await expect(call("window.look")).rejects.toThrow("This needs an open page of Countersign")
    expect(await call("window.anyway")).toMatchObject({ result: { seen: "rain, as imagined" } })
  })

  it("is another person's business in no conversation", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    const answer = await fetch(`${here}/api/ai/chat/tabs`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: here, cookie: await bens() },
      body: JSON.stringify({ tab: tab.id, conversationIds: [id] }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, { open: [] }])
    const { rowCount } = await database.pool.query("SELECT FROM platform.bridge_tab WHERE conversation_id = $1", [id])
    expect(rowCount).toBe(0)
  })
})

describe("an end in between", () => {
  it("by Stop, from any server, ends the wait at once", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at clock")
    const request = await tab.asked()
    const began = performance.now()
    await stop(id, there)

    expect((await tab.over()).state).toBe("stopped")
    // Far from the 90 s that a page has.
    expect(performance.now() - began).toBeLessThan(25_000)
    expect(await tab.answer(request, { seen: "noon" })).toMatchObject({ status: 404 })
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.find(({ type }) => type === "tool-result")).toMatchObject({
      isError: true,
      text: "The turn was stopped before the page answered.",
    })
  })

  it("by kill -9 of the server that waits leaves the truth, and the next turn asks anew", async () => {
    const doomed = await startPod()
    const id = await chat.newConversation()
    const tab = await tabOn(id, there)
    await tab.send("look at storm", doomed)
    const request = await tab.asked()

    const exited = once(pods.get(doomed)!, "exit")
    pods.get(doomed)!.kill("SIGKILL")
    await exited
    // Nobody has noticed yet: it is taken, and read by nobody.
    expect([200, 404]).toContain((await tab.answer(request, { seen: "lightning" }, { at: there })).status)

    expect((await tab.over()).state).toBe("interrupted")
    expect((await tab.answer(request, { seen: "thunder" }, { at: there })).status).toBe(404)
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.at(-1)).toMatchObject({ type: "notice", kind: "interrupted" })
    expect(JSON.stringify(messages)).not.toMatch(/lightning|thunder/)
    const next = await tabOn(id, there)
    await next.send("look at calm", there)
    const again = await next.asked()
    expect(again.lease).toBe(request.lease + 1)
    await next.answer(again, { seen: "nothing" })
    expect((await next.over()).text).toBe("Seen: nothing.")
  })

  it("by deleting the conversation takes its tabs, lease and requests along", async () => {
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at dust")
    await tab.answer(await tab.asked(), { seen: "specks" })
    await tab.over()
    await database.pool.query("DELETE FROM platform.conversation WHERE id = $1", [id])
    for (const table of ["bridge_tab", "bridge_lease", "bridge_request"]) {
      const { rowCount } = await database.pool.query(`SELECT FROM platform.${table} WHERE conversation_id = $1`, [id])
      expect(rowCount, table).toBe(0)
    }
  })

  it("by time is swept", async () => {
    const { sweepBridge } = await import("./bridge-store.ts")
    const id = await chat.newConversation()
    const tab = await tabOn(id)
    await tab.send("look at moss")
    await tab.answer(await tab.asked(), { seen: "green" })
    await tab.over()
    const count = async () => {
      const { rows } = await database.pool.query(
        `SELECT (SELECT count(*) FROM platform.bridge_tab) + (SELECT count(*) FROM platform.bridge_lease)
          + (SELECT count(*) FROM platform.bridge_request) AS count`,
      )
      return Number(rows[0].count)
    }
    await sweepBridge(database)
    expect(await count()).toBeGreaterThanOrEqual(3)
    await moveClock(database, "15 minutes")
    await sweepBridge(database)
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 15_000 })
  })
})

async function stop(conversationId: string, at = here): Promise<void> {
  await fetch(`${at}/api/ai/chat/${conversationId}/stop`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: at, cookie: chat.session.cookie() },
    body: "{}",
  })
}

let ben: Promise<string> | undefined
/** The cookie of somebody else who may chat. */
function bens(): Promise<string> {
  ben ??= (async () => {
    const password = "eight dry badgers"
    const draft = { email: "ben@example.test", roles: ["administrator"] }
    const { body } = await chat.session.call<{ link: string }>("platform.invitePerson", draft)
    const session = openSession(chat.url)
    const token = new URLSearchParams(new URL(body.link).hash.slice(1)).get("token")
    await session.call("platform.acceptInvitation", { token, name: "Ben", password })
    return session.cookie()
  })()
  return ben
}
