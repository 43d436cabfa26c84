import { useEffect, useEffectEvent } from "react"
import type { Topic } from "../../contract/topic.ts"

/** What a tab asks of the connection that all tabs share. */
export type TopicRequest =
  | { type: "follow-topic"; topic: string; key: string; after: number | null }
  | { type: "unfollow-topic"; topic: string; key: string }

export type TopicNews =
  | { type: "topic"; topic: string; key: string; message: object }
  /** The right to hear it is gone, or it never was there. */
  | { type: "topic-ended"; topic: string; key: string; reason: string }

interface Listener {
  last: number | null
  hear(message: object): void
  end(reason: string): void
}

const followed = new Map<string, { topic: string; key: string; listeners: Set<Listener> }>()
let ask: ((request: TopicRequest) => void) | null = null

/** The connection of this tab: what is followed now is followed over it. */
export function connectTopics(over: (request: TopicRequest) => void): () => void {
  ask = over
  for (const each of followed.values()) over(followRequest(each))
  return () => {
    if (ask === over) ask = null
  }
}

export function takeTopicNews(news: TopicNews): void {
  for (const listener of followed.get(nameOf(news))?.listeners ?? []) {
    if (news.type === "topic-ended") listener.end(news.reason)
    else takeMessage(listener, news.message)
  }
}

/** Tabs that follow the same from different places are told everything from the first of them on. */
function takeMessage(listener: Listener, message: object): void {
  const sequence = "sequence" in message && typeof message.sequence === "number" ? message.sequence : null
  if (sequence !== null && listener.last !== null && sequence <= listener.last) return
  if (sequence !== null) listener.last = sequence
  listener.hear(message)
}

/** Follows a topic outside of React. `after`: the number of the last message one has; null is from now on. */
export function followTopic<Message extends object>(
  { id }: Topic<Message>,
  key: string,
  listener: { after: number | null; hear(message: Message): void; end?(reason: string): void },
): () => void {
  const name = nameOf({ topic: id, key })
  const own: Listener = {
    last: listener.after,
    // The server has parsed what it tells.
    hear: (message) => listener.hear(message as Message),
    end: (reason) => listener.end?.(reason),
  }
  const known = followed.get(name) ?? { topic: id, key, listeners: new Set() }
  followed.set(name, known)
  known.listeners.add(own)
  ask?.(followRequest(known))
  return () => {
    known.listeners.delete(own)
    if (known.listeners.size > 0 || followed.get(name) !== known) return
    followed.delete(name)
    ask?.({ type: "unfollow-topic", topic: id, key })
  }
}

/**
 * Messages of a topic about one thing, each once and in order, also across a lost connection. `after`: the number of the
 * last one that the page has read; without it, from now on. `null` as key follows nothing yet.
 */
export function useTopic<Message extends object>(
  topic: Topic<Message>,
  key: string | null,
  onMessage: (message: Message) => void,
  { after = null, onEnded }: { after?: number | null; onEnded?: (reason: string) => void } = {},
): void {
  // Where it begins; it goes on from there by itself.
  const begin = useEffectEvent(() => after)
  const hear = useEffectEvent(onMessage)
  const end = useEffectEvent((reason: string) => onEnded?.(reason))
  useEffect(() => {
    if (key === null) return
    return followTopic(topic, key, { after: begin(), hear, end })
  }, [topic, key])
}

function followRequest({
  topic,
  key,
  listeners,
}: {
  topic: string
  key: string
  listeners: Set<Listener>
}): TopicRequest {
  const places = [...listeners].map(({ last }) => last)
  const numbers = places.filter((last) => last !== null)
  return { type: "follow-topic", topic, key, after: numbers.length > 0 ? Math.min(...numbers) : null }
}

function nameOf({ topic, key }: { topic: string; key: string }): string {
  return `${topic} ${key}`
}
