import { describe, expect, it } from "vitest"
import { type ChatBlock, rowsOf, spokenText } from "./blocks.ts"

const call = (callId: string): ChatBlock => ({ type: "tool-call", callId, name: "incident.list", arguments: "{}" })
const result = (callId: string): ChatBlock => ({ type: "tool-result", callId, name: "incident.list", text: "[]" })
const proposal: ChatBlock = {
  type: "proposal",
  callId: "1",
  proposalId: "p",
  toolName: "incident.delete",
  effect: "destructive",
  summary: "Delete it",
  expiresAt: "2026-11-16T08:00:00Z",
}

describe("rowsOf", () => {
  it("puts each result with its call, also when calls ran side by side", () => {
    const rows = rowsOf({ blocks: [call("1"), call("2"), result("2"), result("1")], open: null })

    expect(rows.map((row) => row.type === "call" && [row.call.callId, row.result?.callId])).toEqual([
      ["1", "1"],
      ["2", "2"],
    ])
  })

  it("knows a call that became a proposal by what it would have changed", () => {
    expect(rowsOf({ blocks: [call("1"), result("1"), proposal], open: null })[0]).toMatchObject({
      effect: "destructive",
    })
  })

  it("knows it before the call's result is here, which comes only once the answer is stored", () => {
    expect(rowsOf({ blocks: [call("1"), proposal, call("2")], open: new Set() })).toMatchObject([
      { type: "call", proposed: true, result: undefined },
      { type: "block" },
      { type: "call", proposed: false },
    ])
  })

  it("gives a card the same key wherever it stands, so that what is typed on it stays", () => {
    const keys = (blocks: ChatBlock[]) => new Set(rowsOf({ blocks, open: null }).map(({ key }) => key))

    expect(keys([call("1"), proposal, result("1")])).toEqual(keys([call("1"), result("1"), proposal]))
  })

  it("shows a question by its card alone", () => {
    const question: ChatBlock = { type: "question", callId: "1", question: "Which one?", options: ["Both"] }

    expect(rowsOf({ blocks: [call("1"), result("1"), question], open: null })).toMatchObject([{ block: question }])
  })

  it("shows what a notice repeats as the notice alone, and an answer before another notice as it is", () => {
    const text: ChatBlock = { type: "text", text: "That is outside of what I can help with here." }
    const same: ChatBlock = { type: "notice", kind: "off-topic", text: text.text }
    const other: ChatBlock = { type: "notice", kind: "stopped", text: "You stopped this answer." }

    expect(rowsOf({ blocks: [text, same], open: null })).toMatchObject([{ block: same }])
    expect(rowsOf({ blocks: [text, other], open: null })).toMatchObject([{ block: text }, { block: other }])
  })

  it("says which part is still being written", () => {
    const rows = rowsOf({ blocks: [call("1"), { type: "text", text: "So" }], open: new Set([1]) })

    expect(rows[1]).toMatchObject({ type: "block", open: true })
  })
})

describe("spokenText", () => {
  it("is the answer without the work behind it", () => {
    expect(spokenText([{ type: "text", text: "One." }, call("1"), result("1"), { type: "text", text: "Two." }])).toBe(
      "One.\n\nTwo.",
    )
  })
})
