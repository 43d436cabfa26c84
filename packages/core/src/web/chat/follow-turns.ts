import { BEAT_MS, type TabBeatDue, tellBeat } from "../bridge/beat.ts"
import type { TabMessage } from "../live/events-worker.ts"
import { openWorkerPort } from "../live/worker-port.ts"
import { createTurnFollower, type TurnFollower } from "./turn-follower.ts"
import type { TurnNews } from "./turn-numbers.ts"

type Tell = (news: TurnNews) => void

const tellers = new Map<string, Tell>()
let door: { follow(conversationId: string): void; unfollow(conversationId: string): void } | null = null

/**
 * The turns of a conversation as this tab hears of them: through the browser's shared worker where there is one, else
 * over a connection of this tab's own. One listener for each conversation; a later one takes its place.
 */
export function followTurns(conversationId: string, tell: Tell): () => void {
  tellers.set(conversationId, tell)
  door ??= openDoor()
  door.follow(conversationId)
  return () => {
    if (tellers.get(conversationId) !== tell) return
    tellers.delete(conversationId)
    door?.unfollow(conversationId)
  }
}

function openDoor(): NonNullable<typeof door> {
  const port = openWorkerPort(() => {
    door = ownDoor()
    for (const conversationId of tellers.keys()) door.follow(conversationId)
  })
  if (!port) return ownDoor()
  const send = (message: TabMessage) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<TurnNews | TabBeatDue>) => {
    if (data.type === "beat") tellBeat()
    else tellers.get(data.conversationId)?.(data)
  }
  // A port says nothing when its tab goes; a tab restored from the back-forward cache follows again.
  addEventListener("pagehide", () => send({ type: "leave" }))
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    for (const conversationId of tellers.keys()) send({ type: "follow", conversationId })
  })
  return {
    follow: (conversationId) => send({ type: "follow", conversationId }),
    unfollow: (conversationId) => send({ type: "unfollow", conversationId }),
  }
}

function ownDoor(follower: TurnFollower = createTurnFollower()): NonNullable<typeof door> {
  const stops = new Map<string, () => void>()
  setInterval(tellBeat, BEAT_MS)
  return {
    follow(conversationId) {
      stops.get(conversationId)?.()
      stops.set(
        conversationId,
        follower.follow(conversationId, (news) => tellers.get(conversationId)?.(news)),
      )
    },
    unfollow(conversationId) {
      stops.get(conversationId)?.()
      stops.delete(conversationId)
    },
  }
}
