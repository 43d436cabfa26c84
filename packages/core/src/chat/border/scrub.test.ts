import { describe, expect, it } from "vitest"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import { createMask } from "../../secrets/mask/mask.ts"
import { scrubBlocks } from "./scrub.ts"

// Assembled here, so that no scanner takes this file for a leak.
const key = `${"sk-"}ant-api03-${"aB3dE5gH7jK9".repeat(3)}`
const { mask } = createMask()
const scrub = <Block extends ContentBlock>(block: Block) => scrubBlocks([block], mask)[0] as Block

describe("scrubBlocks", () => {
  it.each<[string, ContentBlock]>([
    ["a text", { type: "text", text: `Use ${key} now.` }],
    ["arguments", { type: "tool-call", callId: "c", name: "n", arguments: JSON.stringify({ note: key }) }],
    ["a result", { type: "tool-result", callId: "c", name: "n", text: JSON.stringify({ log: `a\n${key}\nb` }) }],
    ["an error", { type: "tool-result", callId: "c", name: "n", text: `Refused: Bearer ${key}`, isError: true }],
    ["a question", { type: "question", callId: "c", question: `Is it ${key}?`, options: [key] }],
    ["a provider's own words", { type: "notice", kind: "failed", text: "Failed.", detail: `key ${key} is wrong` }],
    ["a thought", { type: "reasoning", text: `The key is ${key}`, provider: "anthropic" }],
  ])("redacts a key in %s and leaves the rest", (_what, block) => {
    const text = JSON.stringify(scrub(block))

    expect(text).toContain("[redacted]")
    expect(text).not.toContain(key.slice(10))
  })

  it("redacts by key in arguments and results, which stay JSON", () => {
    const input = { user: "ana", password: 'hun"ter2', nested: { apiKey: "abc" }, count: 1 }
    const { arguments: text } = scrub({ type: "tool-call", callId: "c", name: "n", arguments: JSON.stringify(input) })

    expect(JSON.parse(text)).toEqual({
      user: "ana",
      password: "[redacted]",
      nested: { apiKey: "[redacted]" },
      count: 1,
    })
  })

  it("redacts in the call that would take a change back", () => {
    const applied: BlockOf<"applied"> = {
      type: "applied",
      callId: "c",
      proposalId: "11111111-1111-4111-8111-111111111111",
      toolName: "n",
      summary: "Set it",
      undo: { toolName: "n", label: "Undo", input: { token: "before", name: "a" } },
    }

    expect(scrub(applied).undo?.input).toEqual({ token: "[redacted]", name: "a" })
  })

  it.each([
    "The password was changed; rotate the token and the API key tomorrow.",
    "Reset your password: it must have twelve characters. Basic authentication is off.",
  ])("keeps prose that merely mentions such things: %s", (text) => {
    expect(scrub({ type: "text", text }).text).toBe(text)
  })

  it("never touches a seal, but drops it with the words it vouched for", () => {
    const replay = { signature: `${"sk-"}${"aB3dE5gH7jK9".repeat(20)}`, id: "rs_1" }
    const thought: BlockOf<"reasoning"> = { type: "reasoning", text: "Hm.", provider: "anthropic", replay }

    expect(scrub(thought)).toEqual(thought)
    expect(scrub({ ...thought, text: `Hm, ${key}` })).toEqual({
      type: "reasoning",
      text: "Hm, [redacted]",
      provider: "anthropic",
    })
    const sealed = { provider: "google", encrypted: replay.signature }
    expect(scrub({ type: "tool-call", callId: "c", name: "n", arguments: "{}", replay: sealed }).replay).toEqual(sealed)
  })
})
