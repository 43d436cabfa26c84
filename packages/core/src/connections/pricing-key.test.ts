import { describe, expect, it } from "vitest"
import { pricingKey } from "./pricing-key.ts"

describe("pricingKey", () => {
  it.each([
    ["claude-opus-4-8-20260514", "claude-opus-4-8"],
    ["anthropic/claude-opus-4.8", "claude-opus-4-8"],
    ["claude-opus-4-8@20260514", "claude-opus-4-8"],
    ["anthropic/claude-opus-4.8:thinking", "claude-opus-4-8:thinking"],
    ["anthropic/claude-opus-4.8-fast", "claude-opus-4-8-fast"],
    ["claude-opus-4-8-20260514-fast", "claude-opus-4-8-fast"],
    ["gpt-5.2-2026-03-11", "gpt-5-2"],
    ["openai/gpt-5.2", "gpt-5-2"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku"],
    ["meta-llama/llama-3.3-70b-instruct:free", "llama-3-3-70b-instruct:free"],
    [" Mistral-Large ", "mistral-large"],
    ["gpt-4-0613", "gpt-4-0613"],
    ["", ""],
  ])("knows %s as %s", (id, key) => expect(pricingKey(id)).toBe(key))
})
