import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { chooseOn } from "../../connections/choose-model.ts"
import { addConnection } from "../../connections/connection-store.ts"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"
import { replayConversation } from "./replay-conversation.ts"
import { judge, stepsOf } from "./replay-steps.ts"
import { findReplayable } from "./replay-store.ts"

const text = (said: string): ContentBlock => ({ type: "text", text: said })
const call = (callId: string, name: string, input: object): ContentBlock => ({
  type: "tool-call",
  callId,
  name,
  arguments: JSON.stringify(input),
})
const result = (callId: string, name: string, answer: unknown): ContentBlock => ({
  type: "tool-result",
  callId,
  name,
  text: JSON.stringify(answer),
})

describe("the steps of a stored answer", () => {
  it("are its decisions, each with what came before it", () => {
    const blocks = [
      text("Let me look."),
      call("1", "shelf.list", {}),
      call("2", "shelf.fetch", { url: "https://example.test" }),
      result("1", "shelf.list", []),
      result("2", "shelf.fetch", {}),
      call("3", "shelf.add", { title: "Emma" }),
      result("3", "shelf.add", {}),
      text("Proposed."),
    ]
    expect(stepsOf(blocks).map(({ before, calls }) => [before.length, calls.map(({ name }) => name)])).toEqual([
      [0, ["shelf.list", "shelf.fetch"]],
      [5, ["shelf.add"]],
      [7, []],
    ])
  })

  it("leave out what was stopped, cut or failed", () => {
    const looked = [call("1", "shelf.list", {}), result("1", "shelf.list", [])]
    const stopped: ContentBlock = { type: "notice", kind: "stopped", text: "You stopped this answer." }
    expect(stepsOf([...looked, text("It is"), stopped])).toHaveLength(1)
    expect(stepsOf([...looked, { type: "text", text: "It is", cut: true }])).toHaveLength(1)
    expect(stepsOf([])).toEqual([])
  })

  it("are the same whatever the order of calls and keys", () => {
    const one = { name: "a.b", arguments: '{"x":1,"y":2}' }
    const other = { name: "c.d", arguments: "{}" }
    expect(judge([one, other], [other, { name: "a.b", arguments: '{ "y": 2, "x": 1 }' }])).toBe("same")
    expect(judge([one], [{ ...one, arguments: '{"x":2,"y":2}' }])).toBe("arguments")
    expect(judge([one], [other])).toBe("tools")
    expect(judge([one], [])).toBe("missing")
    expect(judge([], [one])).toBe("added")
    expect(judge([], [])).toBe("same")
  })
})

describe("replayConversation", async () => {
  const rehearsal = [
    {
      match: "add (\\w+)",
      steps: [
        { calls: [{ name: "shelf_list", arguments: {} }] },
        { calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] },
        { say: "Proposed." },
      ],
    },
  ]
  const { platform, database, as } = await testPlatform({
    plugins: [{ ...shelfPlugin, assistant: { ...shelfPlugin.assistant, rehearsal } }],
  })
  await as("ana")
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ana', 'ana@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId("ana")],
  )
  const caller = platform.caller(servicePrincipal("cli"), "cli")
  const connection = await addConnection(database.direct, {
    driver: "rehearsal",
    label: "Rehearsal",
    baseUrl: null,
    settings: {},
    sealedKey: null,
    defaultModel: "rehearsal",
    availableModels: [],
    models: null,
    contextWindowTokens: null,
    modelFamily: "generic",
    spendCap: null,
    disableTopicalClassifier: false,
    roles: [],
  })
  const choice = await chooseOn(caller.runtime, connection, null)

  async function store(...messages: ContentBlock[][]): Promise<string> {
    const { rows } = await database.pool.query(
      "INSERT INTO platform.conversation (owner_id, title) VALUES ($1, 'Books') RETURNING id",
      [personId("ana")],
    )
    for (const [index, blocks] of messages.entries())
      await database.pool.query(
        "INSERT INTO platform.message (conversation_id, role, blocks, model) VALUES ($1, $2, $3, 'then')",
        [rows[0].id, index % 2 === 0 ? "user" : "assistant", JSON.stringify(blocks)],
      )
    return rows[0].id
  }
  const added = (title: string) => [
    call("1", "shelf.list", {}),
    result("1", "shelf.list", []),
    call("2", "shelf.add", { title }),
    result("2", "shelf.add", { status: "awaiting_signature" }),
    text("I proposed it."),
  ]
  const replay = async (id: string, prompt?: string) => {
    const [conversation] = await findReplayable(database, { ids: [id], last: 1 })
    return replayConversation(caller, { conversation: conversation!, choice, prompt })
  }

  it("finds the same decisions, executes nothing and counts what it cost", async () => {
    const id = await store([text("Please add Emma")], added("Emma"))
    const { steps, notReached, tokens } = await replay(id)

    expect(steps.map(({ verdict }) => verdict)).toEqual(["same", "same", "same"])
    expect(notReached).toBe(0)
    expect(tokens).toBeGreaterThan(0)
    const calls = await database.pool.query("SELECT count(*)::int AS n FROM platform.tool_call")
    expect(calls.rows[0].n).toBe(0)
    const spent = await database.pool.query("SELECT DISTINCT purpose, principal_id FROM platform.spend")
    expect(spent.rows).toEqual([{ purpose: "headless", principal_id: "service:cli" }])
  })

  it("tells what changed, and asks for nothing that rests on what did not happen", async () => {
    const id = await store([text("Please add Emma")], added("Villette"), [text("Thanks")], [text("Welcome.")])
    const { steps, notReached } = await replay(id)

    expect(steps).toMatchObject([
      { verdict: "same", step: 1, model: "then" },
      {
        verdict: "arguments",
        step: 2,
        stored: [{ name: "shelf.add", arguments: '{"title":"Villette"}' }],
        now: [{ name: "shelf.add", arguments: '{"title":"Emma"}' }],
      },
      { verdict: "same", step: 1 },
    ])
    expect(notReached).toBe(1)
  })

  it("reports a call that is missing now", async () => {
    const id = await store([text("What is there?")], added("Emma"))
    expect((await replay(id)).steps).toMatchObject([{ verdict: "missing", now: [] }])
  })

  it("leaves out answers that nobody's message asked for", async () => {
    const id = await store([text("Please add Emma")], added("Emma"))
    await database.pool.query(
      "INSERT INTO platform.message (conversation_id, role, blocks) VALUES ($1, 'assistant', $2)",
      [id, JSON.stringify([text("It was applied.")])],
    )
    expect((await replay(id, "Another prompt.")).steps).toHaveLength(3)
  })

  it("finds conversations by person, the latest first", async () => {
    const id = await store([text("Please add Emma")])
    await database.pool.query("UPDATE platform.conversation SET updated_at = now() + interval '1 h' WHERE id = $1", [
      id,
    ])
    expect(await findReplayable(database, { email: "ANA@example.test", last: 1 })).toMatchObject([{ id }])
    expect(await findReplayable(database, { email: "eve@example.test", last: 1 })).toEqual([])
  })
})
