import { describe, expect, it } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { createMask } from "../../secrets/mask/mask.ts"
import { DIALECTS, SECRETS } from "../../secrets/mask/table.fixture.ts"
import { createEventScrubber } from "./scrub-events.ts"

const { mask, stream, remember } = createMask()
const KEY = "harbour.november.7f3c9e21d4b8"
remember(KEY)
const CANARIES = [...[...SECRETS, ...DIALECTS].map(([, ...parts]) => parts), ["The key is ", KEY, ", truly."] as const]

const scrubber = () => createEventScrubber({ mask, stream })
const read = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as TurnEvent)
const textOf = (events: readonly TurnEvent[]) =>
  events
    .map((event) => ("delta" in event ? event.delta : "inputTextDelta" in event ? event.inputTextDelta : ""))
    .join("")

const KINDS: Record<string, (text: string) => { delta: TurnEvent; end: TurnEvent }> = {
  "an answer": (delta) => ({ delta: { type: "text-delta", id: "1-0", delta }, end: { type: "text-end", id: "1-0" } }),
  "a thought": (delta) => ({
    delta: { type: "reasoning-delta", id: "1-0", delta },
    end: { type: "reasoning-end", id: "1-0" },
  }),
  "a call's arguments": (inputTextDelta) => ({
    delta: { type: "tool-input-delta", toolCallId: "c", inputTextDelta },
    end: { type: "tool-input-available", toolCallId: "c", toolName: "n", input: {}, dynamic: true },
  }),
}

describe("the events of a turn", () => {
  it.each(Object.entries(KINDS))("tell no credential in %s, wherever it was cut", (_kind, events) => {
    for (const [before, secret, after] of CANARIES)
      for (let cut = 0; cut <= secret.length; cut += 1) {
        const scrub = scrubber()
        const pieces = [before + secret.slice(0, cut), secret.slice(cut) + after].map((text) => events(text).delta)
        const told = read([...scrub([pieces[0]!]), ...scrub([pieces[1]!]), ...scrub([events("").end])])

        expect(textOf(told), `${cut}: ${before}${secret}${after}`).not.toContain(secret)
        expect(textOf(told)).toContain("[redacted]")
        expect(told.at(-1)!.type).toBe(events("").end.type)
      }
  })

  it("hand on what is no credential as it came, and lose nothing that was held back", () => {
    const scrub = scrubber()
    const told = read([
      ...scrub([{ type: "text-delta", id: "1-0", delta: "Good morning, Ana. The pass" }]),
      ...scrub([{ type: "text-delta", id: "1-1", delta: "word s" }]),
      ...scrub([{ type: "finish-step" }]),
    ])
    expect(textOf(told.filter((event) => "id" in event && event.id === "1-0"))).toBe("Good morning, Ana. The pass")
    expect(textOf(told.filter((event) => "id" in event && event.id === "1-1"))).toBe("word s")
    expect(told.at(-1)).toEqual({ type: "finish-step" })
  })

  it.each<[string, TurnEvent]>([
    ["a call", { type: "tool-input-available", toolCallId: "c", toolName: "n", input: { a: [KEY] }, dynamic: true }],
    [
      "a result",
      { type: "tool-output-available", toolCallId: "c", output: { [KEY]: { password: "x" } }, dynamic: true },
    ],
    ["a name", { type: "tool-input-start", toolCallId: "c", toolName: KEY, dynamic: true }],
    ["a failure", { type: "error", errorText: `The key ${KEY} is wrong.` }],
    ["a notice", { type: "data-notice", id: "n", data: { type: "notice", kind: "failed", text: "No.", detail: KEY } }],
  ])("hold no secret in %s", (_what, event) => {
    const [line] = scrubber()([event])
    expect(line).toContain("[redacted]")
    expect(line).not.toContain(KEY)
    expect(JSON.parse(line!).type).toBe(event.type)
  })
})
