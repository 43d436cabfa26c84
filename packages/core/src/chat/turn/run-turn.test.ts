import { randomUUID } from "node:crypto"
import type { Message, ModelEvent } from "@countersign/llm"
import { describe, expect, it } from "vitest"
import { RateLimitedError, ToolValidationError } from "../../errors.ts"
import type { ToolOutcome } from "../../gate/invoke-tool.ts"
import { answered, called, said, testTurn, tool } from "./run-turn.fixture.ts"

const read = tool("shelf.list", "read")
const add = tool("shelf.add", "mutate")
const ask = tool("ai.askOperator", "read", { asks: true })
const PROPOSED: ToolOutcome = {
  status: "awaiting_signature",
  proposalId: "3e6e3a10-5d3c-4f0e-9f0a-1c2d3e4f5a6b",
  toolCallId: "3e6e3a10-5d3c-4f0e-9f0a-1c2d3e4f5a6b",
  summary: 'Add "Emma"',
  expiresAt: "2026-01-01T00:00:00.000Z",
  token: "propose:secret",
} as ToolOutcome
const FAILURE = {
  kind: "auth",
  sentence: "The provider did not accept the key. Check it.",
  detail: "Incorrect API key",
} as const

describe("the steps of a turn", () => {
  it("are at most 16, of which the last has no tools and a note that carries the skill", async () => {
    const turn = testTurn({ tools: [read], lastStepNote: "Answer now. The skill Triage is still on." })
    turn.model((step) => (step < 16 ? called("shelf_list", { page: step }) : said("What I have.")))

    const end = await turn.run()

    expect(end.state).toBe("completed")
    expect(turn.requests).toHaveLength(16)
    expect(turn.requests.map(({ tools }) => tools.length)).toEqual([...Array(15).fill(1), 0])
    expect(lastText(turn.requests[15]!.messages)).toContain("The skill Triage is still on.")
    expect(JSON.stringify(turn.requests[14])).not.toContain("still on")
    expect(turn.types().filter((type) => type === "start-step")).toHaveLength(16)
    expect(turn.types().filter((type) => type === "finish-step")).toHaveLength(16)
  })

  it("end with a sentence for the operator when a model only ever calls tools, and leave no call open", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model((step) => called("shelf_list", { page: step }))

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(15)
    expect(end.blocks.at(-1)).toMatchObject({
      type: "notice",
      kind: "out-of-steps",
      text: expect.stringMatching(/all 16 steps/),
    })
    expect(end.blocks.at(-2)).toMatchObject({
      type: "tool-result",
      isError: true,
      text: expect.stringMatching(/last step/),
    })
    expect(turn.openCalls()).toEqual([])
  })

  it("repeat to the model what it said, thought and called, in its order, with the thoughts' signature", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(
      [
        { type: "reasoning-start", part: 0 },
        { type: "reasoning-delta", part: 0, text: "First the list." },
        { type: "reasoning-end", part: 0, provider: "anthropic", replay: { signature: "sealed" } },
        ...said("I look.", { part: 1, end: false }),
        ...called("shelf_list", {}, { part: 2 }),
      ],
      said("Done."),
    )

    const end = await turn.run()

    expect(turn.requests[1]!.messages.slice(1)).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "First the list.", provider: "anthropic", replay: { signature: "sealed" } },
          { type: "text", text: "I look." },
          { type: "tool-call", callId: "call-1", name: "shelf_list", arguments: "{}" },
        ],
      },
      { role: "tool", parts: [{ type: "tool-result", callId: "call-1", name: "shelf_list", text: '"the result"' }] },
    ])
    expect(end.blocks.map(({ type }) => type)).toEqual(["reasoning", "text", "tool-call", "tool-result", "text"])
    expect(end.blocks[0]).toMatchObject({ provider: "anthropic", replay: { signature: "sealed" } })
    expect(turn.kept).toEqual(end.blocks)
  })

  it("make room before each call of the model", async () => {
    const fit = (messages: readonly Message[]) => messages.slice(-1)
    const turn = testTurn({ tools: [read], fit })
    turn.model(called("shelf_list", {}), said("Done."))

    await turn.run()

    expect(turn.requests.map(({ messages }) => messages.length)).toEqual([1, 1])
  })
})

describe("the calls of one step", () => {
  it("run side by side when they only read, and tell their results in the model's order", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model([...called("shelf_list", { page: 1 }), ...called("shelf_list", { page: 2 }, { part: 1 })], said("Done."))
    const second = Promise.withResolvers<void>()
    turn.onInvoke(async (_name, { page }) => {
      // The first one ends only once the second has begun.
      if (page === 2) second.resolve()
      await second.promise
      return answered(`page ${page}`)
    })

    const end = await turn.run()

    expect(end.blocks.flatMap((block) => (block.type === "tool-result" ? [block.text] : []))).toEqual([
      '"page 1"',
      '"page 2"',
    ])
  })

  it("run one after the other when they change something, each in its place", async () => {
    const turn = testTurn({ tools: [read, add] })
    turn.model(
      [
        ...called("shelf_add", { title: "Emma" }),
        ...called("shelf_add", { title: "Persuasion" }, { part: 1 }),
        ...called("shelf_list", {}, { part: 2 }),
      ],
      said("Done."),
    )
    let running = 0
    let most = 0
    turn.onInvoke(async (name) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running -= 1
      return name === "shelf.add" ? PROPOSED : answered([])
    })

    await turn.run()

    expect(most).toBe(1)
    expect(turn.invoked.map(({ name }) => name)).toEqual(["shelf.add", "shelf.add", "shelf.list"])
  })

  it("change nothing twice in a turn, whatever the order of the arguments", async () => {
    const turn = testTurn({ tools: [add] })
    turn.model(
      called("shelf_add", { title: "Emma", shelf: "A" }),
      called("shelf_add", { shelf: "A", title: "Emma" }),
      said("Done."),
    )
    turn.onInvoke(async () => PROPOSED)

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(1)
    const results = end.blocks.filter((block) => block.type === "tool-result")
    expect(results[1]).toMatchObject({
      isError: true,
      text: expect.stringMatching(/already called with these arguments/),
    })
  })

  it("may be made again as they were when the draft was sent back to be mended", async () => {
    const turn = testTurn({ tools: [add] })
    turn.model(called("shelf_add", { title: "Emma" }), called("shelf_add", { title: "Emma" }), said("Done."))
    let sentBack = false
    turn.onInvoke(async () => {
      if (sentBack) return PROPOSED
      sentBack = true
      throw new ToolValidationError([{ path: "title", message: "Name the shelf first." }])
    })

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(2)
    expect(end.blocks.map(({ type }) => type)).toContain("proposal")
  })

  it("are answered with an error when the tool does not exist, and nothing is invoked", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(called("shelf list\u0000!", {}), said("Sorry."))

    const end = await turn.run()

    expect(turn.invoked).toEqual([])
    expect(end.blocks[1]).toMatchObject({ isError: true, text: expect.stringMatching(/There is no such tool/) })
    const [assistant, results] = turn.requests[1]!.messages.slice(1)
    expect(assistant).toMatchObject({ parts: [{ name: "shelf_list__" }] })
    expect(results).toMatchObject({ parts: [{ name: "shelf_list__", failure: { kind: "not-found" } }] })
  })

  it.each([
    ["no JSON", "{title: Emma"],
    ["no object", "[1, 2]"],
  ])("are answered with an error when their arguments are %s, and told so once", async (_, text) => {
    const turn = testTurn({ tools: [add] })
    turn.model(called("shelf_add", text), said("Sorry."))

    const end = await turn.run()

    expect(turn.invoked).toEqual([])
    expect(turn.types()).toContain("tool-input-error")
    expect(turn.types()).not.toContain("tool-output-error")
    expect(end.blocks.slice(0, 2)).toMatchObject([
      { type: "tool-call", arguments: text },
      { type: "tool-result", isError: true, text: expect.stringMatching(/arguments are/) },
    ])
    expect(turn.requests[1]!.messages.at(-1)).toMatchObject({ role: "tool", parts: [{ failure: { kind: "invalid" } }] })
  })

  it("find their tool by what others call it, and are told by its own name from then on", async () => {
    const turn = testTurn({ tools: [{ ...read, otherNames: ["list_shelf"] }] })
    turn.model(called("list_shelf", {}), said("Done."))

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(1)
    expect(end.blocks[0]).toMatchObject({ type: "tool-call", name: "shelf.list" })
    expect(JSON.stringify(turn.requests[1])).not.toContain("list_shelf")
  })

  it("may have no arguments at all", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(called("shelf_list", ""), said("Done."))

    await turn.run()

    expect(turn.invoked).toEqual([{ name: "shelf.list", input: {} }])
  })

  it("have ids of our own, so that a provider's may repeat", async () => {
    const turn = testTurn({ tools: [read] })
    const twice = { callId: "call_0" }
    turn.model(
      [...called("shelf_list", { page: 1 }, twice), ...called("shelf_list", { page: 2 }, { ...twice, part: 1 })],
      called("shelf_list", { page: 3 }, twice),
      said("Done."),
    )

    const end = await turn.run()

    const ids = end.blocks.flatMap((block) => (block.type === "tool-call" ? [block.callId] : []))
    expect(new Set(ids).size).toBe(3)
    expect(turn.openCalls()).toEqual([])
  })

  it("that fail tell the model why, and the turn goes on", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(called("shelf_list", {}), said("It is not there."))
    turn.onInvoke(async () => {
      throw new Error("No book has the id 7f3c.")
    })

    const end = await turn.run()

    expect(end.state).toBe("completed")
    expect(turn.types()).toContain("tool-output-error")
    expect(JSON.stringify(turn.requests[1])).toContain("No book has the id 7f3c.")
  })

  it("beyond the budget are told to the operator once", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model((step) => (step < 4 ? called("shelf_list", { page: step }) : said("I had to stop.")))
    turn.onInvoke(async () => {
      throw new RateLimitedError("60 tool calls a minute are used up. Wait half a minute.", 30)
    })

    const end = await turn.run()

    expect(end.blocks.filter(({ type }) => type === "notice")).toEqual([
      { type: "notice", kind: "over-budget", text: "60 tool calls a minute are used up. Wait half a minute." },
    ])
    expect(end.state).toBe("completed")
  })

  it("that change something may come again after they were refused for their number", async () => {
    const turn = testTurn({ tools: [add] })
    turn.model((step) => (step < 4 ? called("shelf_add", { title: "Emma" }) : said("It waits.")))
    let refused = false
    turn.onInvoke(async () => {
      if (refused) return PROPOSED
      refused = true
      throw new RateLimitedError("60 tool calls a minute are used up. Wait a second.", 1)
    })

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(2)
    const results = end.blocks.flatMap((block) => (block.type === "tool-result" ? [block.text] : []))
    expect(results).toEqual([
      expect.stringContaining("Wait a second."),
      expect.stringContaining("awaiting_signature"),
      expect.stringContaining("already called"),
    ])
  })

  it("mark what others wrote, so that later changes are signed", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model(called("shelf_list", {}), said("Done."))
    const source = { toolName: "shelf.list", toolCallId: randomUUID(), at: new Date().toISOString() }
    turn.onInvoke(async () => ({ ...answered("a page"), source: { ...source, class: "outside", what: "a page" } }))

    const end = await turn.run()

    const { toolName: _, ...stored } = source
    expect(end.blocks[1]).toMatchObject({
      type: "tool-result",
      source: { ...stored, class: "outside", what: "a page" },
    })
  })
})

describe("a change", () => {
  it("that waits for a signature is a card and an approval request, and the model gets no token", async () => {
    const turn = testTurn({ tools: [add] })
    turn.model(called("shelf_add", { title: "Emma" }), said("It waits."))
    turn.onInvoke(async () => PROPOSED)

    const end = await turn.run()

    expect(turn.types()).toEqual(
      expect.arrayContaining(["tool-input-available", "tool-approval-request", "data-proposal"]),
    )
    expect(turn.types()).not.toContain("tool-output-available")
    expect(end.blocks.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "proposal", "text"])
    expect(JSON.stringify([turn.requests, turn.events, end])).not.toContain("propose:secret")
    expect(end.applied).toEqual([])
  })

  it("that was applied is a card with its way back, and counts as known to the model", async () => {
    const turn = testTurn({ tools: [add] })
    const { token: _, ...card } = PROPOSED as Extract<ToolOutcome, { status: "awaiting_signature" }>
    const undo = { toolName: "shelf.remove", input: { id: "1" }, label: "Remove again" }
    turn.model(called("shelf_add", { title: "Emma" }), said("It is there."))
    turn.onInvoke(async () => ({ ...card, status: "applied", result: {}, forModel: {}, undo }) as ToolOutcome)

    const end = await turn.run()

    expect(end.blocks[2]).toMatchObject({ type: "applied", summary: 'Add "Emma"', undo })
    expect(turn.types()).toEqual(expect.arrayContaining(["tool-output-available", "data-applied"]))
    expect(end.applied).toEqual([card.proposalId])
  })
})

describe("a question to the operator", () => {
  it("ends the turn, after the other calls of its step", async () => {
    const turn = testTurn({ tools: [ask, read] })
    turn.model(
      [...called("ai_askOperator", { question: "Which?" }), ...called("shelf_list", {}, { part: 1 })],
      said("never"),
    )
    turn.onInvoke(async (name) =>
      name === "ai.askOperator" ? answered({ question: "Which?", options: ["Emma", "Persuasion"] }) : answered([]),
    )

    const end = await turn.run()

    expect(end.state).toBe("completed")
    expect(turn.requests).toHaveLength(1)
    expect(turn.invoked).toHaveLength(2)
    expect(end.blocks).toContainEqual({
      type: "question",
      callId: "call-1",
      question: "Which?",
      options: ["Emma", "Persuasion"],
    })
    expect(turn.types().slice(-2)).toEqual(["finish-step", "finish"])
  })
})

describe("an answer that does not come to its end", () => {
  it.each([
    ["cut", "cut", "failed", /stopped in the middle/],
    ["length", "length", "completed", /longest length/],
    ["refusal", "refused", "completed", /refused to answer/],
  ] as const)("for %s is kept as far as it came, with a sentence about it", async (reason, kind, state, sentence) => {
    const turn = testTurn({ tools: [add] })
    turn.model([
      { type: "text-start", part: 0 },
      { type: "text-delta", part: 0, text: "Half of" },
      ...called("shelf_add", { title: "Emma" }, { part: 1, end: false }),
      { type: "tool-call-start", part: 2, callId: "b", name: "shelf_add" },
      { type: "tool-call-delta", part: 2, text: '{"title":"Persu' },
      { type: "end", reason },
    ])

    const end = await turn.run()

    expect(turn.invoked).toEqual([])
    expect(turn.openCalls()).toEqual([])
    expect(end.blocks).toMatchObject([
      { type: "tool-call", arguments: '{"title":"Emma"}' },
      { type: "text", text: "Half of", cut: true },
      { type: "tool-call", arguments: '{"title":"Persu', cut: true },
      { type: "tool-result", isError: true, text: expect.stringMatching(/broke off before/) },
      { type: "notice", kind, text: expect.stringMatching(sentence) },
    ])
    expect(end.state).toBe(state)
    // Half an answer must not look like a whole one to a client that knows no notices.
    expect(turn.events.filter(({ type }) => type === "error")).toHaveLength(state === "failed" ? 1 : 0)
  })

  it("for a silence of the provider is cut where something was said, and failed where nothing was", async () => {
    const silence = { kind: "silence", sentence: "Nothing came for 90 seconds." } as const
    const [spoke, mute] = [testTurn(), testTurn()]
    spoke.model([
      { type: "text-start", part: 0 },
      { type: "text-delta", part: 0, text: "Half of" },
      { type: "error", failure: silence },
    ])
    mute.model([{ type: "error", failure: silence }])

    expect(await spoke.run()).toMatchObject({
      state: "failed",
      problem: silence.sentence,
      blocks: [
        { text: "Half of", cut: true },
        { type: "notice", kind: "cut", text: silence.sentence },
      ],
    })
    expect((await mute.run()).blocks).toMatchObject([{ type: "notice", kind: "failed", text: silence.sentence }])
  })

  it("for a failure of the provider fails the turn with its sentence and keeps the provider's words for copying", async () => {
    const turn = testTurn()
    turn.model([{ type: "error", failure: FAILURE }])

    const end = await turn.run()

    expect(end).toMatchObject({ state: "failed", problem: FAILURE.sentence })
    expect(end.blocks).toEqual([
      { type: "notice", kind: "failed", text: FAILURE.sentence, detail: "Incorrect API key" },
    ])
    expect(turn.events.slice(-2)).toEqual([
      { type: "error", errorText: FAILURE.sentence },
      { type: "finish", finishReason: "error" },
    ])
  })

  it.each([
    ["nothing", [] as ModelEvent[]],
    ["blanks", said("  \n", { end: false })],
  ])("because it says %s is told as such", async (_, events) => {
    const turn = testTurn()
    turn.model([...events, { type: "end", reason: "stop" }])

    const end = await turn.run()

    expect(end.blocks.at(-1)).toMatchObject({ type: "notice", text: expect.stringMatching(/ended without an answer/) })
  })

  it("because it may not be asked for is told with the reason, and what was said before stays", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model([...said("I look.", { end: false }), ...called("shelf_list", {}, { part: 1 })], () => {
      throw new Error("The spend cap is used up.")
    })

    const end = await turn.run()

    expect(end.state).toBe("failed")
    expect(end.blocks.map(({ type }) => type)).toEqual(["text", "tool-call", "tool-result", "notice"])
    expect(end.problem).toBe("The spend cap is used up.")
  })
})

describe("a stop", () => {
  it("in the middle of a text keeps what was said and asks for nothing more", async () => {
    const turn = testTurn({ tools: [read] })
    turn.model((_, hear) => {
      hear([
        { type: "text-start", part: 0 },
        { type: "text-delta", part: 0, text: "The first half" },
      ])
      turn.stop("stopped")
      return [{ type: "error", failure: { kind: "aborted", sentence: "The answer was stopped." } }]
    })

    const end = await turn.run()

    expect(end.state).toBe("stopped")
    expect(end.blocks).toEqual([
      { type: "text", text: "The first half", cut: true },
      { type: "notice", kind: "stopped", text: "You stopped this answer." },
    ])
    expect(turn.events.at(-1)).toEqual({ type: "abort", reason: "stopped" })
    expect(turn.types()).not.toContain("error")
  })

  it("in the middle of a tool waits for what was begun, begins nothing more, and closes its step once", async () => {
    const turn = testTurn({ tools: [add] })
    turn.model(
      [...called("shelf_add", { title: "Emma" }), ...called("shelf_add", { title: "Persuasion" }, { part: 1 })],
      said("never"),
    )
    turn.onInvoke(async () => {
      turn.stop("stopped")
      return PROPOSED
    })

    const end = await turn.run()

    expect(turn.invoked).toHaveLength(1)
    expect(turn.requests).toHaveLength(1)
    expect(end.blocks.map(({ type }) => type)).toEqual([
      "tool-call",
      "tool-call",
      "tool-result",
      "proposal",
      "tool-result",
      "notice",
    ])
    expect(turn.types().filter((type) => type === "finish-step")).toHaveLength(1)
    expect(turn.types().at(-1)).toBe("abort")
  })

  it("by the server's own end is an interruption", async () => {
    const turn = testTurn()
    turn.model(() => {
      turn.stop("interrupted")
      return [{ type: "error", failure: { kind: "aborted", sentence: "The answer was stopped." } }]
    })

    expect(await turn.run()).toMatchObject({ state: "interrupted", blocks: [{ kind: "interrupted" }] })
  })
})

describe("what a turn tells", () => {
  it("is one event for all that a network chunk added to a part", async () => {
    const turn = testTurn()
    turn.model((_, hear) => {
      hear([
        { type: "text-start", part: 0 },
        { type: "text-delta", part: 0, text: "Good " },
        { type: "text-delta", part: 0, text: "morning" },
      ])
      hear([
        { type: "text-delta", part: 0, text: ", " },
        { type: "text-delta", part: 0, text: "Ana." },
      ])
      return [
        { type: "text-end", part: 0 },
        { type: "end", reason: "stop" },
      ]
    })

    const end = await turn.run()

    expect(turn.events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : []))).toEqual([
      "Good morning",
      ", Ana.",
    ])
    expect(end.blocks).toEqual([{ type: "text", text: "Good morning, Ana." }])
  })

  it("adds up what all its calls used, and measures the window by the last of them", async () => {
    const turn = testTurn({ tools: [read], windowTokens: 1_000 })
    const usage = { inputTokens: 100, cacheReadTokens: 50, cacheWriteTokens: 0, outputTokens: 10, reasoningTokens: 0 }
    turn.model(
      called("shelf_list", {}, { usage }),
      said("Done.", { usage: { ...usage, inputTokens: 20, cacheReadTokens: 150 } }),
    )
    turn.costs(0.01)

    const end = await turn.run()

    expect(end.usage).toMatchObject({ inputTokens: 120, cacheReadTokens: 200, outputTokens: 20, costUsd: 0.02 })
    expect(end.context).toEqual({ usedTokens: 180, windowTokens: 1_000 })
    expect(turn.types()).toEqual(expect.arrayContaining(["data-usage", "data-context"]))
  })
})

function lastText(messages: readonly Message[]): string {
  return JSON.stringify(messages.at(-1))
}

describe("heavy evidence", () => {
  it("is read by the model whole, and kept as a breadcrumb", async () => {
    const capture = tool("site.capture", "read", { heavy: true })
    const turn = testTurn({ tools: [capture] })
    turn.onInvoke(async () => answered({ html: "<main>everything on the page</main>" }))
    turn.model(called("site_capture", {}), said("Looks right."))

    await turn.run()

    expect(JSON.stringify(turn.requests[1]!.messages)).toContain("everything on the page")
    expect(JSON.stringify([turn.kept, turn.events])).not.toContain("everything on the page")
    expect(turn.kept).toContainEqual(
      expect.objectContaining({ type: "tool-result", text: expect.stringMatching(/site\.capture/) }),
    )
  })
})
