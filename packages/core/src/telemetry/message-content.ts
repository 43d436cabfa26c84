import type { Message } from "@countersign/llm"
import { maskedJson } from "../secrets/mask/mask.ts"

type Mask = (text: string) => string
type Part = Message extends infer One ? (One extends { parts: readonly (infer P)[] } ? P : never) : never

// Collectors refuse spans far beyond this, and one long result must not cost the rest.
const LONGEST = 20_000

/** JSON without secrets. Undefined for what has no JSON: a span is no reason for a call to fail. */
export function contentJson(make: () => unknown, mask: Mask): string | undefined {
  try {
    return maskedJson(make() ?? null, mask)
  } catch {
    return undefined
  }
}

/** Messages in the words of OpenTelemetry's conventions. Images are named, not sent. */
export function messagesOf(messages: readonly Message[], mask: Mask): { role: string; parts: object[] }[] {
  return messages.flatMap((message) =>
    message.role === "system" ? [] : [{ role: message.role, parts: message.parts.map((part) => partOf(part, mask)) }],
  )
}

export function instructionsOf(messages: readonly Message[], mask: Mask): object[] {
  return messages.flatMap((message) =>
    message.role === "system" ? [{ type: "text", content: shorten(message.text, mask) }] : [],
  )
}

function partOf(part: Part, mask: Mask): object {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, content: shorten(part.text, mask) }
    case "image":
      return { type: "blob", modality: "image", mime_type: part.mediaType }
    case "tool-call":
      return { type: "tool_call", id: part.callId, name: part.name, arguments: shorten(part.arguments, mask) }
    case "tool-result":
      return { type: "tool_call_response", id: part.callId, result: shorten(part.text, mask) }
  }
}

export function shorten(text: string, mask: Mask): string {
  if (text.length <= LONGEST) return text
  // Masked before it is cut: half a secret would pass the mask.
  const masked = mask(text)
  return `${masked.slice(0, LONGEST)} [${Math.max(0, masked.length - LONGEST)} characters left out]`
}
