import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import type { ChatMessage } from "../../contract/chat/conversation.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { readAnswer, testChat } from "../chat.fixture.ts"
import { giveCue, openCues, reached, stagePlugin, takeCueBack } from "../stage.fixture.ts"

const chat = await testChat({
  built: true,
  plugins: [shelfPlugin, stagePlugin],
  scripts: [
    { match: "a poem[\\s\\S]*ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "OFF_TOPIC" }] },
    { match: "ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "ON_TOPIC" }] },
    { match: "Write the title now", steps: [{ say: "A title" }] },
    {
      match: "add (.*)",
      steps: [{ calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] }, { say: "It waits for you." }],
    },
    {
      match: "hold (\\S+)",
      steps: [{ calls: [{ name: "stage_wait", arguments: { cue: "{{match.1}}" } }] }, { say: "After the cue." }],
    },
    { match: "echo (.*)", steps: [{ say: "You said {{match.1}}." }] },
  ],
})
const cues = await openCues()
afterAll(() => cues.close())
const strict = await chat.connect({ label: "Strict", disableTopicalClassifier: false })
const { pool } = chat.testing.database

const again = (conversationId: string, more: object = {}) => chat.post({ conversationId, regenerate: true, ...more })

const shape = (messages: readonly ChatMessage[]) =>
  messages.map(({ role, superseded }) => `${role}${superseded ? " (folded)" : ""}`)

/** What the model was sent with its latest question, without prompt and tools. */
function heard(): { role: string; content: string }[] {
  const { messages } = chat.provider.heard.at(-1)!.body as { messages: { role: string; content: unknown }[] }
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, content }) => ({ role, content: typeof content === "string" ? content : JSON.stringify(content) }))
}

describe("another answer", () => {
  it("is a turn of its own: reserved, on the record, and after the earlier one in what the model reads", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "echo this")

    const told = await readAnswer(await again(id))

    expect(told.text).toBe("You said this.")
    const [question, earlier, note] = heard()
    expect(question).toMatchObject({ role: "user", content: "echo this" })
    expect(earlier).toMatchObject({ role: "assistant", content: "You said this." })
    expect(note).toMatchObject({ role: "user", content: expect.stringMatching(/^.*echo this/s) })
    expect(note!.content).toContain("[The operator asks for another answer to this question")
    const { turn } = await chat.read(id)
    expect(turn).toMatchObject({ kind: "again", state: "completed" })
    const { rows: spends } = await pool.query(
      "SELECT state FROM platform.spend WHERE turn_id = $1 AND purpose <> 'title'",
      [turn!.id],
    )
    expect(spends).toEqual([{ state: "settled" }])
    const { rows: audited } = await pool.query(
      "SELECT after->>'kind' AS kind FROM platform.audit WHERE action = 'ai.chat.completed' AND thing_id = $1 ORDER BY at",
      [id],
    )
    expect(audited).toEqual([{ kind: "message" }, { kind: "again" }])
  })

  it("stands apart from the earlier one in every later turn", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "echo one")
    await readAnswer(await again(id))

    await chat.send(id, "echo two")

    expect(heard().slice(0, 4)).toEqual([
      { role: "user", content: "echo one" },
      { role: "assistant", content: "You said one." },
      { role: "user", content: "[The operator asked for another answer to the same question.]" },
      { role: "assistant", content: "You said one." },
    ])
    expect(heard()).toHaveLength(5)
  })

  it("is refused while an answer is written, and begins once when two ask at the same moment", async () => {
    const [id, cue] = [await chat.newConversation(), `${cues.url}/${randomUUID()}`]
    const running = chat.send(id, `hold ${cue}`)
    await reached(cue)
    expect((await again(id)).status).toBe(409)
    giveCue(cue)
    await running

    takeCueBack(cue)
    const answers = await Promise.all([again(id), again(id), again(id)])
    giveCue(cue)

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await Promise.all(answers.map((answer) => answer.text()))
    expect(shape((await chat.read(id)).messages)).toEqual(["user", "assistant (folded)", "assistant"])
  })

  it("leaves what the earlier one proposed to be signed", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "add Emma")

    await readAnswer(await again(id))

    const { messages } = await chat.read(id)
    expect(shape(messages)).toEqual(["user", "assistant (folded)", "assistant"])
    const { rows } = await pool.query("SELECT status FROM platform.tool_call WHERE conversation_id = $1", [id])
    expect(rows).toEqual([{ status: "proposed" }, { status: "proposed" }])
  })

  it("folds everything that was answered to the question, and nothing before it", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "echo before")
    await chat.send(id, "add Persuasion")
    const { rows } = await pool.query("SELECT id FROM platform.tool_call WHERE conversation_id = $1", [id])
    const answered = { state: "approval-responded", approval: { id: rows[0].id, approved: false } }
    const decided = [{ id: "a", role: "assistant", parts: [{ type: "dynamic-tool", ...answered }] }]
    await (await chat.post({ id, messages: decided })).text()
    await chat.idle(id)

    await readAnswer(await again(id))

    expect(shape((await chat.read(id)).messages)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant (folded)",
      "assistant (folded)",
      "assistant",
    ])
  })

  it("is no way around the check of what a conversation is about", async () => {
    const id = await chat.newConversation()
    await chat.send(id, "echo a poem", { connectionId: strict.id })

    const told = await readAnswer(await again(id))

    expect(told.text).toContain("outside of what I can help with here")
  })

  it("is refused in words where there is nothing to answer, and for what is not one's own", async () => {
    const empty = await again(await chat.newConversation())
    expect(empty.status).toBe(400)
    expect(await empty.text()).toContain("Nothing was asked in this conversation yet")

    expect((await again(randomUUID())).status).toBe(404)

    const both = await again(await chat.newConversation(), { message: { id: "a", text: "echo this" } })
    expect(both.status).toBe(400)
  })
})
