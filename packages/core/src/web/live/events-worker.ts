import { BEAT_MS, type TabBeatDue } from "../bridge/beat.ts"
import { createTurnFollower } from "../chat/turn-follower.ts"
import type { TurnNews } from "../chat/turn-numbers.ts"
import { type EventStream, type LiveNews, openEventStream } from "./event-stream.ts"
import { createRecentNews } from "./recent-news.ts"
import { createTopicPlaces } from "./topic-places.ts"
import type { TopicRequest } from "./topics.ts"

/** Runs once per browser: every tab's ports share two connections, because HTTP/1.1 allows six per origin. */
export type TabMessage =
  | { type: "listen"; session: string }
  | { type: "follow"; conversationId: string }
  | { type: "unfollow"; conversationId: string }
  | { type: "leave" }
  | TopicRequest

const ports = new Set<MessagePort>()
let session: string | null = null
let stream: EventStream | null = null
const topics = createTopicPlaces<MessagePort>()
let connected = false
let recent = createRecentNews()

const turns = createTurnFollower()
const followedBy = new Map<MessagePort, Map<string, () => void>>()

Object.assign(globalThis, {
  onconnect({ ports: [port] }: MessageEvent) {
    if (!port) return
    port.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === "listen") listen(port, data.session)
      else if (data.type === "follow") follow(port, data.conversationId)
      else if (data.type === "unfollow") unfollow(port, data.conversationId)
      else if (data.type === "follow-topic") followTopic(port, data.topic, data.key, data.after)
      else if (data.type === "unfollow-topic") topics.unfollow(port, data.topic, data.key)
      else leave(port)
    }
  },
})

function listen(port: MessagePort, wanted: string): void {
  const tell = (news: LiveNews) => port.postMessage(news)
  ports.add(port)
  if (stream && session === wanted) {
    tell({ type: "connected", connected })
    for (const missed of recent.all()) tell(missed)
    return
  }
  stream?.stop()
  session = wanted
  recent = createRecentNews()
  stream = openEventStream((news) => {
    if (news.type === "connected") connected = news.connected
    // A later sign-in opens it anew.
    if (news.type === "signed-out") stream = null
    recent.note(news)
    const told = news.type === "topic" || news.type === "topic-ended" ? topics.take(news) : ports
    for (const each of told) each.postMessage(news)
  }, topics.query)
  turns.reopen()
}

function followTopic(port: MessagePort, topic: string, key: string, after: number | null): void {
  if (topics.follow(port, topic, key, after)) stream?.reopen()
}

// In the worker, because browsers let the timers of hidden tabs sleep for a minute.
setInterval(() => {
  for (const port of followedBy.keys()) port.postMessage({ type: "beat" } satisfies TabBeatDue)
}, BEAT_MS)

function follow(port: MessagePort, conversationId: string): void {
  const followed = followedBy.get(port) ?? new Map<string, () => void>()
  followedBy.set(port, followed)
  followed.get(conversationId)?.()
  followed.set(
    conversationId,
    turns.follow(conversationId, (news: TurnNews) => port.postMessage(news)),
  )
}

function unfollow(port: MessagePort, conversationId: string): void {
  const followed = followedBy.get(port)
  followed?.get(conversationId)?.()
  followed?.delete(conversationId)
  if (followed?.size === 0) followedBy.delete(port)
}

function leave(port: MessagePort): void {
  for (const stop of followedBy.get(port)?.values() ?? []) stop()
  followedBy.delete(port)
  topics.leave(port)
  if (!ports.delete(port) || ports.size > 0) return
  stream?.stop()
  stream = null
}
