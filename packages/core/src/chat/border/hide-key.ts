import type { ModelEvent } from "@countersign/llm"
import { REDACTED } from "../../secrets/mask/mask.ts"

type Hear = (events: ModelEvent[]) => void

/**
 * Providers have been seen to repeat the key they were called with. What is told of a turn passes the mask; a tool is
 * called with what the model wrote, so the key is taken out of that as well, before it can be carried anywhere.
 */
export function hideKey(key: string | undefined, mask: (text: string) => string, hear: Hear): Hear {
  // Shorter than any real key: taking it out would garble arguments and protect nothing.
  const secret = key && key.length >= SHORTEST ? key : null
  return (events) => hear(events.map((event) => withoutKey(event, secret, mask)))
}

const SHORTEST = 6

function withoutKey(event: ModelEvent, secret: string | null, mask: (text: string) => string): ModelEvent {
  if (event.type === "error") return { ...event, failure: masked(event.failure, mask) }
  if (!secret) return event
  if (event.type === "tool-call-start") return { ...event, name: event.name.replaceAll(secret, REDACTED) }
  if (event.type !== "tool-call-end") return event
  const { name, arguments: text } = event
  return { ...event, name: name.replaceAll(secret, REDACTED), arguments: text.replaceAll(secret, REDACTED) }
}

function masked<Failure extends { sentence: string; detail?: string }>(
  failure: Failure,
  mask: (text: string) => string,
): Failure {
  const { sentence, detail } = failure
  return { ...failure, sentence: mask(sentence), ...(detail === undefined ? {} : { detail: mask(detail) }) }
}
