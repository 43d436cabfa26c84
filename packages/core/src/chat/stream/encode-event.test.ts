import { describe, expect, it } from "vitest"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { encodeEvent } from "./encode-event.ts"

const TEXTS = [
  "",
  "plain",
  'quotes " and \\ slashes',
  "lines\nand\r\nmore",
  "\u0000\u0007\u2028\u2029",
  "half a pair \ud83d",
]

describe("an event as a line", () => {
  it("is one line that reads back as the event, whatever its text", () => {
    for (const delta of TEXTS) {
      const events: TurnEvent[] = [
        { type: "text-delta", id: "1-0", delta },
        { type: "reasoning-delta", id: "1-1", delta },
        { type: "tool-input-delta", toolCallId: "call_1", inputTextDelta: delta },
        { type: "start-step" },
        { type: "finish-step" },
        { type: "data-notice", id: "notice-1", data: { type: "notice", kind: "cut", text: delta } },
      ]
      for (const event of events) {
        const line = encodeEvent(event)
        expect(line).not.toMatch(/[\r\n\0]/)
        expect(JSON.parse(line)).toEqual(event)
      }
    }
  })
})
