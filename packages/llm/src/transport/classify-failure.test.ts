import { describe, expect, it } from "vitest"
import type { FailureKind } from "../model-event.ts"
import { classifyFailure, scrubKey } from "./classify-failure.ts"

const label = "Provider"

describe("classifyFailure", () => {
  it.each<[string, number | undefined, unknown, FailureKind]>([
    [
      "Anthropic's empty balance",
      400,
      anthropicError("invalid_request_error", "Your credit balance is too low to access the API."),
      "payment",
    ],
    [
      "Anthropic's long prompt",
      400,
      anthropicError("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"),
      "context-too-long",
    ],
    [
      "Anthropic's large request",
      413,
      anthropicError("request_too_large", "Request exceeds the maximum size"),
      "too-large",
    ],
    ["Anthropic's unknown model", 404, anthropicError("not_found_error", "model: claude-9"), "model-not-found"],
    ["Anthropic's overload in a stream", undefined, anthropicError("overloaded_error", "Overloaded"), "overload"],
    [
      "OpenAI's wrong key",
      401,
      openaiError("invalid_request_error", "invalid_api_key", "Incorrect API key provided"),
      "auth",
    ],
    [
      "OpenAI's key without a code",
      401,
      openaiError("invalid_request_error", null, "You didn't provide an API key."),
      "auth",
    ],
    [
      "OpenAI's used-up quota",
      429,
      openaiError("insufficient_quota", "insufficient_quota", "You exceeded your current quota"),
      "payment",
    ],
    [
      "OpenAI's limit",
      429,
      openaiError("tokens", "rate_limit_exceeded", "Rate limit reached for gpt-5.5"),
      "rate-limit",
    ],
    [
      "OpenAI's long context",
      400,
      openaiError("invalid_request_error", "context_length_exceeded", "Your input exceeds the context window"),
      "context-too-long",
    ],
    [
      "OpenAI's unknown model",
      404,
      openaiError("invalid_request_error", "model_not_found", "The model `x` does not exist"),
      "model-not-found",
    ],
    [
      "OpenAI's policy",
      400,
      openaiError("invalid_request_error", "content_policy_violation", "Rejected"),
      "content-refused",
    ],
    ["a failed response", undefined, { error: { code: "server_error", message: "Sorry" } }, "overload"],
    ["a failed response of ours", undefined, { error: { code: "invalid_prompt", message: "No" } }, "rejected"],
    [
      "Azure's filter",
      400,
      { error: { code: "content_filter", message: "The response was filtered", status: 400 } },
      "content-refused",
    ],
    [
      "Azure's missing deployment",
      404,
      { error: { code: "DeploymentNotFound", message: "No such deployment" } },
      "model-not-found",
    ],
    ["OpenRouter's credit", 402, { error: { code: 402, message: "Insufficient credits" } }, "payment"],
    [
      "OpenRouter's moderation",
      403,
      { error: { code: 403, message: "Input requires moderation", metadata: { reasons: ["x"] } } },
      "content-refused",
    ],
    [
      "OpenRouter's failure in a stream",
      undefined,
      { error: { code: 502, message: "Provider returned error" } },
      "overload",
    ],
    [
      "OpenRouter's limit in a stream",
      undefined,
      { error: { code: 429, message: "Provider returned error" } },
      "rate-limit",
    ],
    [
      "OpenRouter's wrong model",
      400,
      { error: { code: 400, message: "x/y is not a valid model ID" } },
      "model-not-found",
    ],
    [
      "Ollama's missing model",
      404,
      { error: { message: 'model "x" not found, try pulling it first', type: "api_error" } },
      "model-not-found",
    ],
    ["plain words", 503, "no healthy upstream", "overload"],
    ["a page", 502, "<html>Bad gateway</html>", "overload"],
    ["nothing", 418, "", "rejected"],
  ])("knows %s", (_, status, body, kind) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)

    expect(classifyFailure({ label, status, body: text })).toMatchObject({ kind })
  })

  it.each([
    ["seconds", { "retry-after": "7" }, 7_000],
    ["milliseconds", { "retry-after-ms": "150", "retry-after": "7" }, 150],
    ["a date gone by", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 0],
    ["nonsense", { "retry-after": "soon" }, undefined],
    ["nothing", {}, undefined],
  ])("reads when to come back from %s", (_, headers, expected) => {
    expect(classifyFailure({ label, status: 429, headers }).retryAfterMs).toBe(expected)
  })

  it.each([
    ["0", "in 1 second"],
    ["119", "in 119 seconds"],
    ["120", "in 2 minutes"],
    ["7199", "in 120 minutes"],
    ["100000", "in 28 hours"],
    ["172800", "in 2 days"],
    ["2592000", "in 30 days"],
    ["2592001", "later"],
    ["Fri, 31 Dec 9999 23:59:59 GMT", "later"],
    ["Infinity", "later"],
  ])("says of %s how long to wait in a unit that people count in", (value, words) => {
    const { sentence } = classifyFailure({ label, status: 429, headers: { "retry-after": value } })

    expect(sentence).toBe(`${label} limits how often this key may call. Try again ${words}.`)
  })

  it("shortens what the provider said", () => {
    expect(classifyFailure({ label, status: 500, body: "x".repeat(10_000) }).detail).toHaveLength(2_000)
  })
})

describe("scrubKey", () => {
  it("removes the key wherever it stands", () => {
    const failure = { kind: "auth" as const, sentence: "No.", detail: "key sk-abc (sk-abc) is wrong" }

    expect(scrubKey(failure, "sk-abc").detail).toBe("key [key] ([key]) is wrong")
  })
})

function anthropicError(type: string, message: string) {
  return { type: "error", error: { type, message }, request_id: "req_011" }
}

function openaiError(type: string, code: string | null, message: string) {
  return { error: { message, type, param: null, code } }
}
