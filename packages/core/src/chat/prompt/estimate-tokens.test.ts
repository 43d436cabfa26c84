import { describe, expect, it } from "vitest"
import { correctionOf, estimateBlocks, estimateText, estimateTokens } from "./estimate-tokens.ts"

describe("estimateTokens", () => {
  it("counts about four characters a token, in messages and in tool schemas", () => {
    const message = { role: "user" as const, parts: [{ type: "text" as const, text: "x".repeat(4_000) }] }
    const tool = { name: "look", description: "d".repeat(400), inputSchema: { type: "object", note: "y".repeat(400) } }

    expect(estimateTokens([message])).toBe(1_004)
    expect(estimateTokens([message], [tool])).toBeGreaterThan(1_204)
    expect(estimateTokens([message], [tool])).toBeLessThan(1_240)
  })

  it("counts a sign of an East Asian script as a token", () => {
    expect(estimateText("障害が発生しました")).toBe(9)
  })

  it("takes a picture for what it costs, however many bytes it has", () => {
    const image = { type: "image" as const, mediaType: "image/png", data: "A".repeat(1_000_000) }
    const result = { type: "tool-result" as const, callId: "c", name: "n", text: "", images: [image] }

    expect(estimateTokens([{ role: "user", parts: [image] }])).toBe(1_604)
    expect(estimateTokens([{ role: "tool", parts: [result] }])).toBe(1_624)
  })

  it("counts of a stored row what a model gets to see", () => {
    const blocks = [
      { type: "text", text: "x".repeat(40) },
      { type: "tool-call", callId: "c", name: "n", arguments: "y".repeat(40) },
      { type: "notice", kind: "compacted", text: "z".repeat(4_000) },
    ]

    expect(estimateBlocks(blocks)).toBe(44)
    expect(estimateBlocks("not blocks at all")).toBeLessThan(10)
  })
})

describe("correctionOf", () => {
  it("is what the provider counted against what we guessed, within bounds", () => {
    expect(correctionOf(1_000, 1_200)).toBe(1.2)
    expect(correctionOf(1_000, 90_000)).toBe(3)
    expect(correctionOf(1_000, 1)).toBe(0.5)
    expect(correctionOf(0, 500)).toBe(1)
    expect(correctionOf(500, Number.NaN)).toBe(1)
  })
})
