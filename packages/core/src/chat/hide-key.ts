import type { ModelEvent } from "@countersign/llm"
import { REDACTED } from "../secrets/mask.ts"

type Hear = (events: ModelEvent[]) => void

/**
 * Providers have been seen to repeat the key they were called with. What a model says is told and logged before its
 * part is complete, so the key is taken out as it comes: what may be the beginning of it waits for the next word.
 */
export function hideKey(key: string | undefined, mask: (text: string) => string, hear: Hear): Hear {
  // Shorter than any real key: taking it out would garble sentences and protect nothing.
  const secret = key && key.length >= SHORTEST ? key : null
  const held = new Map<number, { type: DeltaEvent["type"]; text: string }>()

  return (events) => {
    const last = events[events.length - 1]
    if (last?.type === "error") events[events.length - 1] = { ...last, failure: masked(last.failure, mask) }
    if (!secret) return hear(events)
    const clean =
      mayHold(events, secret) || held.size > 0 ? events.flatMap((event) => withoutKey(event, secret)) : events
    if (clean.length > 0) hear(clean)
  }

  function withoutKey(event: ModelEvent, secret: string): ModelEvent[] {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
      case "tool-call-delta":
        return grow(event, secret)
      case "text-end":
      case "reasoning-end":
        return [...release(event.part), event]
      case "tool-call-end":
        return [
          ...release(event.part),
          { ...event, name: hidden(event.name, secret), arguments: hidden(event.arguments, secret) },
        ]
      case "tool-call-start":
        return [{ ...event, name: hidden(event.name, secret) }]
      case "end":
      case "error":
        // Parts that never ended.
        return [...[...held.keys()].flatMap(release), event]
      default:
        return [event]
    }
  }

  function grow(event: DeltaEvent, secret: string): ModelEvent[] {
    const text = hidden((held.get(event.part)?.text ?? "") + event.text, secret)
    const kept = beginningOf(secret, text)
    held.delete(event.part)
    if (kept > 0) held.set(event.part, { type: event.type, text: text.slice(text.length - kept) })
    return kept === text.length ? [] : [{ ...event, text: kept > 0 ? text.slice(0, text.length - kept) : text }]
  }

  function release(part: number): ModelEvent[] {
    const rest = held.get(part)
    held.delete(part)
    return rest ? [{ ...rest, part }] : []
  }
}

const SHORTEST = 6

type DeltaEvent = Extract<ModelEvent, { type: "text-delta" | "reasoning-delta" | "tool-call-delta" }>

/** A look at the letters that could begin or hold the key; nearly every chunk has none and passes as it is. */
function mayHold(events: readonly ModelEvent[], secret: string): boolean {
  return events.some((event) => {
    if ("text" in event) return event.text.includes(secret) || beginningOf(secret, event.text) > 0
    if ("name" in event && event.name.includes(secret)) return true
    return event.type === "tool-call-end" && event.arguments.includes(secret)
  })
}

function hidden(text: string, secret: string): string {
  return text.replaceAll(secret, REDACTED)
}

/** How many letters at the end of the text are the first ones of the key. */
function beginningOf(secret: string, text: string): number {
  const from = Math.max(0, text.length - secret.length + 1)
  for (let at = text.indexOf(secret[0]!, from); at !== -1; at = text.indexOf(secret[0]!, at + 1))
    if (secret.startsWith(text.slice(at))) return text.length - at
  return 0
}

function masked<Failure extends { sentence: string; detail?: string }>(
  failure: Failure,
  mask: (text: string) => string,
): Failure {
  const { sentence, detail } = failure
  return { ...failure, sentence: mask(sentence), ...(detail === undefined ? {} : { detail: mask(detail) }) }
}
