import { describe, expect, it } from "vitest"
import { smartestModel } from "./smartest-model.ts"

const of = (...ids: string[]) => smartestModel(ids.map((id) => ({ id, label: id })))

describe("smartestModel", () => {
  it("takes the newest of the largest family", () => {
    expect(of("claude-haiku-4-5", "claude-opus-4-1-20250805", "claude-sonnet-4-6", "claude-opus-4-8-20260514")).toBe(
      "claude-opus-4-8-20260514",
    )
    expect(of("claude-3-opus-20240229", "claude-opus-4-8", "claude-opus-5")).toBe("claude-opus-5")
    expect(of("gpt-4o", "gpt-5-mini", "gpt-5.2", "gpt-5", "gpt-5.2-codex", "o3", "text-embedding-3-large")).toBe(
      "gpt-5.2",
    )
    expect(of("gemini-3-flash", "gemini-2.5-pro", "gemini-3.1-pro")).toBe("gemini-3.1-pro")
  })

  it("finds it among the models of many providers", () => {
    expect(
      of(
        "openai/gpt-5.2",
        "anthropic/claude-opus-4.8-fast",
        "anthropic/claude-opus-4.8:thinking",
        "anthropic/claude-opus-4.8",
        "x-ai/grok-5",
      ),
    ).toBe("anthropic/claude-opus-4.8")
  })

  it("goes by price, then by size, where it knows no family", () => {
    const price = (output: number) => ({ usdPerMillionTokens: { input: 1, output } })
    expect(
      smartestModel([
        { id: "house-a", label: "A", ...price(2) },
        { id: "house-b", label: "B", ...price(9) },
      ]),
    ).toBe("house-b")
    expect(of("phi:3b", "command:104b", "phi:14b")).toBe("command:104b")
    expect(of("alpha", "omega")).toBe("alpha")
  })

  it("leaves out what cannot use tools or hold a conversation", () => {
    expect(
      smartestModel([
        { id: "gpt-9", label: "", tools: false },
        { id: "plain", label: "" },
      ]),
    ).toBe("plain")
    expect(of("nomic-embed-text", "llama3.3:70b")).toBe("llama3.3:70b")
  })

  it("finds nothing in an empty list", () => expect(of()).toBeNull())
})
