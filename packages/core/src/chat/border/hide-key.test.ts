import type { ModelEvent } from "@countersign/llm"
import { describe, expect, it } from "vitest"
import { hideKey } from "./hide-key.ts"

const KEY = "sk-live-0123456789abcdef"

function told(events: ModelEvent[], key: string | undefined = KEY): ModelEvent[] {
  const heard: ModelEvent[] = []
  hideKey(
    key,
    (text) => text.replaceAll(KEY, "[masked]"),
    (more) => heard.push(...more),
  )(events)
  return heard
}

describe("hideKey", () => {
  it("takes the key out of the name and the arguments a tool would be called with", () => {
    const events = told([
      { type: "tool-call-start", part: 0, callId: "a", name: KEY },
      { type: "tool-call-end", part: 0, callId: "a", name: KEY, arguments: `{"url":"https://x/?k=${KEY}"}` },
    ])
    expect(events).toMatchObject([
      { name: "[redacted]" },
      { name: "[redacted]", arguments: '{"url":"https://x/?k=[redacted]"}' },
    ])
  })

  it("masks a provider's own words, with or without a key of the connection", () => {
    const error = { type: "error", failure: { kind: "auth", sentence: "No.", detail: `Bad key ${KEY}` } } as const
    expect(told([error], undefined)).toEqual([
      { type: "error", failure: { kind: "auth", sentence: "No.", detail: "Bad key [masked]" } },
    ])
  })
})
