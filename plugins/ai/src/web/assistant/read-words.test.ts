import type { ChatBlock } from "@countersign/ui"
import { describe, expect, it } from "vitest"
import { readWords } from "./read-words.ts"

const result = (source?: object): ChatBlock => ({
  type: "tool-result",
  callId: "1",
  name: "incident.get",
  text: "{}",
  ...(source as object),
})
const thread = (...blocks: ChatBlock[]) => [{ blocks }]

describe("what the picker says was read", () => {
  it("is nobody else's word until a result holds some", () => {
    expect(readWords(thread({ type: "text", text: "Hello" }, result()))).toEqual({ class: "own" })
  })

  it("is the worst there is, with where it stands", () => {
    const colleague = result({ source: { class: "colleague", what: "“Checkout is down”" } })
    const page = result({ source: { class: "outside", what: "the answer of example.com" } })
    expect(readWords(thread(colleague))).toEqual({ class: "colleague", what: "“Checkout is down”" })
    expect(readWords(thread(page, colleague))).toEqual({ class: "outside", what: "the answer of example.com" })
  })

  it("counts what was stored before there were classes as from outside", () => {
    expect(readWords(thread(result({ outside: { at: "2026-01-01T00:00:00Z" } })))).toEqual({ class: "outside" })
  })
})
