import type { ModelEvent } from "@countersign/llm"
import { describe, expect, it } from "vitest"
import { hideKey } from "./hide-key.ts"

const KEY = "sk-live-0123456789abcdef"

function told(chunks: ModelEvent[][], key: string | undefined = KEY): ModelEvent[] {
  const heard: ModelEvent[] = []
  const hear = hideKey(
    key,
    (text) => text.replaceAll(KEY, "[masked]"),
    (events) => heard.push(...events),
  )
  for (const chunk of chunks) hear(chunk)
  return heard
}

const delta = (text: string, part = 0): ModelEvent => ({ type: "text-delta", part, text })
const textOf = (events: ModelEvent[]) => events.flatMap((event) => ("text" in event ? [event.text] : [])).join("")

describe("hideKey", () => {
  it("takes the key out of a text wherever it was cut", () => {
    const text = `Your key ${KEY} was used; so is sk-live, and ${KEY}${KEY}.`
    for (let size = 1; size <= text.length; size += 1) {
      const chunks: ModelEvent[][] = []
      for (let at = 0; at < text.length; at += size) chunks.push([delta(text.slice(at, at + size))])

      const events = told([...chunks, [{ type: "text-end", part: 0 }]])

      expect(textOf(events)).toBe("Your key [redacted] was used; so is sk-live, and [redacted][redacted].")
    }
  })

  it("hands on a chunk as it is when the key cannot be in it", () => {
    const chunk = [delta("Good morning, Ana.")]
    const heard: ModelEvent[][] = []
    hideKey(KEY, String, (events) => heard.push(events))(chunk)
    expect(heard[0]).toBe(chunk)
  })

  it("keeps parts apart and loses nothing that was held back, also when a part never ends", () => {
    const events = told([[delta("what is"), delta("it s", 1)], [{ type: "end", reason: "cut" }]])
    expect(events).toEqual([
      delta("what i"),
      delta("it ", 1),
      delta("s"),
      delta("s", 1),
      { type: "end", reason: "cut" },
    ])
  })

  it("looks into the arguments of calls, as they come and as a whole", () => {
    const events = told([
      [
        { type: "tool-call-delta", part: 0, text: `{"url":"https://x/?k=${KEY.slice(0, 9)}` },
        { type: "tool-call-delta", part: 0, text: `${KEY.slice(9)}"}` },
        { type: "tool-call-end", part: 0, callId: "a", name: "probe", arguments: `{"url":"https://x/?k=${KEY}"}` },
      ],
    ])
    expect(JSON.stringify(events)).not.toContain(KEY)
    expect(events.at(-1)).toMatchObject({ arguments: '{"url":"https://x/?k=[redacted]"}' })
  })

  it("masks a provider's own words, with or without a key of the connection", () => {
    const error = { type: "error", failure: { kind: "auth", sentence: "No.", detail: `Bad key ${KEY}` } } as const
    expect(told([[error]], undefined)).toEqual([
      { type: "error", failure: { kind: "auth", sentence: "No.", detail: "Bad key [masked]" } },
    ])
  })
})
