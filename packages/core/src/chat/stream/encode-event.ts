import type { TurnEvent } from "../../contract/chat/turn-event.ts"

/** One line of JSON, as it stands in the log and travels. What comes with every token or step is written by hand. */
export function encodeEvent(event: TurnEvent): string {
  switch (event.type) {
    case "text-delta":
      return `{"type":"text-delta","id":"${event.id}","delta":${JSON.stringify(event.delta)}}`
    case "reasoning-delta":
      return `{"type":"reasoning-delta","id":"${event.id}","delta":${JSON.stringify(event.delta)}}`
    case "tool-input-delta": {
      const delta = JSON.stringify(event.inputTextDelta)
      return `{"type":"tool-input-delta","toolCallId":"${event.toolCallId}","inputTextDelta":${delta}}`
    }
    case "start-step":
      return '{"type":"start-step"}'
    case "finish-step":
      return '{"type":"finish-step"}'
    default:
      return JSON.stringify(event)
  }
}
