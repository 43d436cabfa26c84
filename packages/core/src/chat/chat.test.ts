import { describe, expect, it } from "vitest"
import { testChat } from "./chat.fixture.ts"

const chat = await testChat({
  built: true,
  scripts: [
    { match: "^hello", steps: [{ say: "Good morning, Ana." }] },
    {
      match: "which books",
      steps: [{ calls: [{ name: "shelf_list", arguments: {} }] }, { say: "There are {{result.books.length}} books." }],
    },
    {
      match: "add (.*)",
      steps: [
        { say: "I propose it.", calls: [{ name: "shelf_add", arguments: { title: "{{match.1}}" } }] },
        { say: "It waits for your signature." },
      ],
    },
    { match: "\\[Decision\\]\\s+applied", steps: [{ say: "It is on the shelf now." }] },
    { match: "\\[Decision\\]\\s+declined", steps: [{ say: "I leave it." }] },
  ],
})

describe("a turn", () => {
  it("streams an answer and stores what was said", async () => {
    const id = await chat.newConversation()

    const told = await chat.send(id, "hello")

    expect(told.text).toBe("Good morning, Ana.")
    expect(told.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["start", "start-step", "text-start", "text-delta", "text-end", "finish-step", "finish"]),
    )
    expect(told.ids).toEqual(told.ids.map((_, index) => index + 1))
    const { messages, turn } = await chat.read(id)
    expect(messages.map(({ role, blocks }) => [role, blocks])).toEqual([
      ["user", [{ type: "text", text: "hello" }]],
      ["assistant", [{ type: "text", text: "Good morning, Ana." }]],
    ])
    expect(turn).toMatchObject({ state: "completed", kind: "message" })
  })

  it("runs a read by itself and goes on with its result", async () => {
    const id = await chat.newConversation()

    const told = await chat.send(id, "which books are there")

    expect(told.text).toMatch(/There are/)
    expect(told.events.map(({ type }) => type)).toContain("tool-output-available")
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "text"])
  })

  it("proposes a change, and acknowledges what became of it in a turn of its own", async () => {
    const id = await chat.newConversation()

    const told = await chat.send(id, "add Emma")

    const proposal = told.events.find((event) => event.type === "data-proposal")
    expect(proposal).toMatchObject({ data: { type: "proposal", toolName: "shelf.add", effect: "mutate" } })
    expect(told.events.map(({ type }) => type)).toContain("tool-approval-request")
    expect(JSON.stringify(told.events)).not.toContain("propose:")
  })
})
