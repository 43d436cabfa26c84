import type { Message, ToolSpec } from "@countersign/llm"
import { estimateTokens } from "./estimate-tokens.ts"
import { elided } from "./heavy-evidence.ts"
import { DEFAULT_WINDOW_TOKENS } from "./plan-compaction.ts"

/** Room for the answer, and for an estimate that was too low. */
const FULL = 0.85
/** Shorter ones are not worth their breadcrumb. */
const SHORTEST = 200

/**
 * A turn that reads a lot may outgrow the window before it ends: the oldest results give way, then the longest texts.
 * The same array comes back when everything fits.
 */
export function fitMessages(
  messages: readonly Message[],
  tools: readonly ToolSpec[],
  options: { windowTokens: number | null; correction: number },
): readonly Message[] {
  const room = (options.windowTokens ?? DEFAULT_WINDOW_TOKENS) * FULL
  let over = estimateTokens(messages, tools, options.correction) - room
  if (over <= 0) return messages
  const fitted = [...messages]
  // What the model asked for last is what it needs now.
  for (const [index, message] of messages.slice(0, -1).entries()) {
    if (over <= 0) break
    if (message.role !== "tool") continue
    const parts = message.parts.map((part) => {
      if (over <= 0 || part.failure || part.text.length < SHORTEST) return part
      const left = elided(part)
      over -= ((part.text.length - left.text.length) / 4) * options.correction
      return left
    })
    fitted[index] = { ...message, parts }
  }
  if (over <= 0) return fitted
  return fitted.map((message) => {
    if (over <= 0 || message.role === "system") return message
    const parts = message.parts.map((part) => {
      if (over <= 0 || !("text" in part) || part.type === "reasoning") return part
      const spare = Math.min(part.text.length - SHORTEST, Math.ceil((over / options.correction) * 4))
      if (spare <= 0) return part
      over -= (spare / 4) * options.correction
      return { ...part, text: `${part.text.slice(0, part.text.length - spare)}\n[cut to make room]` }
    })
    return { ...message, parts } as Message
  })
}
