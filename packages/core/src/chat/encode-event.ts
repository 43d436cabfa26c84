import type { TurnEvent } from "../contract/chat/turn-event.ts"

/** One line of JSON, as it stands in the log and travels. What comes with every token is written by hand. */
export function encodeEvent(event: TurnEvent): string {
  switch (event.type) {
    case "text-delta":
      return `{"type":"text-delta","id":"${event.id}","delta":${JSON.stringify(event.delta)}}`
    case "reasoning-delta":
      return `{"type":"reasoning-delta","id":"${event.id}","delta":${JSON.stringify(event.delta)}}`
    default:
      return JSON.stringify(event)
  }
}
