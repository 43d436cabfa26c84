import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { type Masking, type MaskStream, maskedJson } from "../../secrets/mask/mask.ts"
import { encodeEvent } from "../stream/encode-event.ts"

/**
 * The events of one turn as lines without secrets: what comes out of here is the first that the log, a reader or a
 * backup gets to see. A word, a thought or an argument that comes in pieces is read on from piece to piece; what could be
 * the beginning of a credential waits for the next one, and is told at the latest when its part ends.
 */
export function createEventScrubber({ mask, stream }: Masking): (events: readonly TurnEvent[]) => string[] {
  const open = new Map<string, { type: DeltaEvent["type"]; text: MaskStream }>()

  return (events) => {
    const lines: string[] = []
    for (const event of events) scrub(event, lines)
    return lines
  }

  function scrub(event: TurnEvent, lines: string[]): void {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta": {
        const delta = partOf(event.type, event.id).push(event.delta)
        if (delta !== "") lines.push(encodeEvent(delta === event.delta ? event : { ...event, delta }))
        return
      }
      case "tool-input-delta": {
        const inputTextDelta = partOf(event.type, event.toolCallId).push(event.inputTextDelta)
        if (inputTextDelta !== "") lines.push(encodeEvent({ ...event, inputTextDelta }))
        return
      }
      case "text-end":
      case "reasoning-end":
        close(event.id, lines)
        lines.push(encodeEvent(event))
        return
      case "tool-input-available":
      case "tool-input-error":
        close(event.toolCallId, lines)
        break
      case "finish-step":
      case "abort":
      case "finish":
        // Parts that never ended.
        for (const id of [...open.keys()]) close(id, lines)
        break
      case "start-step":
      case "text-start":
      case "reasoning-start":
      case "data-context":
      case "data-usage":
        // They hold numbers and names of ours.
        lines.push(encodeEvent(event))
        return
    }
    lines.push(maskedJson(event, mask))
  }

  function partOf(type: DeltaEvent["type"], id: string): MaskStream {
    const known = open.get(id)
    if (known) return known.text
    const text = stream()
    open.set(id, { type, text })
    return text
  }

  function close(id: string, lines: string[]): void {
    const part = open.get(id)
    if (!part) return
    open.delete(id)
    const rest = part.text.end()
    if (rest === "") return
    const { type } = part
    lines.push(
      encodeEvent(
        type === "tool-input-delta" ? { type, toolCallId: id, inputTextDelta: rest } : { type, id, delta: rest },
      ),
    )
  }
}

type DeltaEvent = Extract<TurnEvent, { type: "text-delta" | "reasoning-delta" | "tool-input-delta" }>
