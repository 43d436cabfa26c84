import { describe, expect, it } from "vitest"
import type { ContentBlock } from "./content-block.ts"
import { emptyTurn, foldTurn } from "./fold-turn.ts"
import { type EndedTurn, retellTurn } from "./retell-turn.ts"

const AT = "2026-11-16T08:00:00.000Z"
const metadata = { conversationId: "c", turnId: "t", kind: "message", model: "scripted-1" } as const
const retold = (blocks: ContentBlock[], part: Partial<EndedTurn> = {}) =>
  retellTurn({ messageId: "answer", metadata, blocks, state: "completed", problem: null, ...part })
const fold = (blocks: ContentBlock[]) => retold(blocks).reduce(foldTurn, emptyTurn)
const types = (part: Partial<EndedTurn>) => retold([], part).map(({ type }) => type)

describe("retellTurn", () => {
  const call = (callId: string, text = '{"page":1}'): ContentBlock => ({
    type: "tool-call",
    callId,
    name: "shelf.list",
    arguments: text,
  })
  const result = (callId: string, text = '["Emma"]'): ContentBlock => ({
    type: "tool-result",
    callId,
    name: "shelf.list",
    text,
  })
  const undo = { toolName: "shelf.remove", input: { id: "1" }, label: "Remove it" }

  it("tells what folds to the stored answer", () => {
    const blocks: ContentBlock[] = [
      { type: "reasoning", text: "Let me see.", provider: "" },
      { type: "text", text: "I look." },
      call("1"),
      call("2"),
      result("2", "no JSON"),
      { ...result("1", "It failed."), isError: true, failure: { kind: "conflict" } } as ContentBlock,
      { type: "applied", callId: "3", proposalId: "p3", toolName: "shelf.add", summary: "Add", undo },
      { type: "question", callId: "4", question: "Which?", options: ["A"] },
      { type: "notice", kind: "length", text: "Too long." },
    ]

    const turn = fold(blocks)

    expect(turn.blocks).toEqual(blocks)
    expect(turn).toMatchObject({ messageId: "answer", metadata, open: {}, ended: true })
  })

  it("leaves a call that waits for a signature without output, as it was told live", () => {
    const card: ContentBlock = {
      type: "proposal",
      callId: "1",
      proposalId: "p1",
      toolName: "shelf.list",
      effect: "mutate",
      summary: "S",
      expiresAt: AT,
    }

    expect(fold([call("1"), result("1"), card]).blocks).toEqual([call("1"), card])
    expect(retold([call("1"), result("1"), card]).map(({ type }) => type)).toContain("tool-approval-request")
  })

  it("tells arguments that are no JSON with what was wrong with them", () => {
    const wrong = {
      ...result("1", "These arguments are no JSON."),
      isError: true,
      failure: { kind: "invalid" },
    } as ContentBlock

    expect(fold([call("1", '{"page":'), wrong]).blocks).toEqual([call("1", '{"page":'), wrong])
  })

  it("ends as the turn ended", () => {
    expect(types({ state: "completed" }).at(-1)).toBe("finish")
    expect(types({ state: "stopped" }).at(-1)).toBe("abort")
    expect(types({ state: "interrupted" }).at(-1)).toBe("abort")
    expect(types({ state: "failed", problem: "It broke." }).slice(-2)).toEqual(["error", "finish"])
  })
})
