import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { elapsedMs } from "../elapsed.ts"
import { type LiveNews, openEventStream } from "./event-stream.ts"
import type { TabMessage } from "./events-worker.ts"
import { freshnessOf } from "./freshness.ts"
import { knownSince } from "./own-changes.ts"
import { isShown } from "./shown.ts"
import { createTopicPlaces } from "./topic-places.ts"
import { connectTopics, takeTopicNews } from "./topics.ts"
import { openWorkerPort } from "./worker-port.ts"

export interface LiveUpdates {
  /** Null until the first attempt has an outcome. */
  connected: boolean | null
}

/**
 * Keeps what this tab shows up to date: reads again what others changed, and after a gap what is older than it.
 * One connection serves all tabs of the browser.
 */
export function useLiveUpdates(
  session: string,
  { paused, onSignedOut }: { paused: boolean; onSignedOut(): void },
): LiveUpdates {
  const client = useQueryClient()
  const [connected, setConnected] = useState<boolean | null>(null)

  useEffect(() => {
    if (paused) return
    return listenForNews(session, (news) => {
      if (news.type === "connected") setConnected(news.connected)
      else if (news.type === "signed-out") onSignedOut()
      else if (news.type === "topic" || news.type === "topic-ended") takeTopicNews(news)
      else applyNews(client, news)
    })
  }, [client, session, paused, onSignedOut])

  return { connected }
}

/** Everything older than a gap, and what shows what changed, unless it was read since. */
export function applyNews(client: QueryClient, news: Extract<LiveNews, { type: "changed" | "gap" }>): void {
  const freshness = freshnessOf(client)
  const now = elapsedMs()
  if (news.type === "gap") {
    void freshness.demand(() => true, now - news.agoMs, "paced")
    return
  }
  for (const change of news.changes) {
    const heardAt = now - change.ageMs
    const since = change.cause ? knownSince(change.cause, heardAt) : heardAt
    void freshness.demand((query) => isShown(query, change), since, "paced")
  }
}

/** Through the browser's shared worker where there is one, else over a connection of this tab's own. */
function listenForNews(session: string, tell: (news: LiveNews) => void): () => void {
  let own: (() => void) | null = null
  const port = openWorkerPort(() => {
    own ??= listenAlone(tell)
  })
  if (!port) return listenAlone(tell)

  const send = (message: TabMessage) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<LiveNews>) => tell(data)
  const listen = () => {
    send({ type: "listen", session })
    disconnect = connectTopics(send)
  }
  const leave = () => send({ type: "leave" })
  // A port says nothing when its tab goes; a tab restored from the back-forward cache listens again.
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listen()
  }
  let disconnect = () => {}
  listen()
  addEventListener("pagehide", leave)
  addEventListener("pageshow", restore)
  return () => {
    removeEventListener("pagehide", leave)
    removeEventListener("pageshow", restore)
    disconnect()
    leave()
    own?.()
    port.close()
  }
}

function listenAlone(tell: (news: LiveNews) => void): () => void {
  const topics = createTopicPlaces<"this tab">()
  const stream = openEventStream((news) => {
    if (news.type === "topic" || news.type === "topic-ended") topics.take(news)
    tell(news)
  }, topics.query)
  const disconnect = connectTopics((request) => {
    if (request.type === "unfollow-topic") topics.unfollow("this tab", request.topic, request.key)
    else if (topics.follow("this tab", request.topic, request.key, request.after)) stream.reopen()
  })
  return () => {
    disconnect()
    stream.stop()
  }
}
