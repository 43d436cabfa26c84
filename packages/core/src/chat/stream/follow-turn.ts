import type { TurnState } from "../../contract/chat/turn-event.ts"
import type { Database } from "../../db/database.ts"
import type { Signals } from "../../signals/signals.ts"
import { patiently } from "./patiently.ts"
import { readLog } from "./turn-store.ts"
import type { LocalFollower, WrittenTurn } from "./turn-writer.ts"

/** Hears a turn: events by their number, then how it ended. */
export interface Follower {
  take(firstSeq: number, lines: readonly string[]): void
  /** Its message is stored by now. `gone`: there is no such turn any more. */
  ended(state: Exclude<TurnState, "running"> | "gone"): void
}

export interface TurnFollowing {
  /** A turn of this pod from its memory, another's from the log. Call the answer to stop hearing. */
  follow(turnId: string, after: number, follower: Follower): () => void
  /** Tells other pods which of these turns of ours they follow have news. */
  tellLogged(turnIds: readonly string[]): void
  tellEnded(turnId: string): void
}

/** Followers on other pods renew their interest; a tab that went away costs at most this much longer. */
const FOLLOWED_MS = 10_000
const RENEW_MS = 3_000
/** News of another pod's turn may get lost; the log does not. */
const LOOK_AGAIN_MS = 1_000

const LOG_CHANNEL = "turn-log"
const FOLLOW_CHANNEL = "turn-follow"

export function createTurnFollowing(options: {
  database: Database
  signals: Signals
  /** A turn that this pod runs. */
  find(turnId: string): WrittenTurn | undefined
}): TurnFollowing {
  const { database, signals, find } = options
  const wakers = new Map<string, Set<() => void>>()
  /** Turns of this pod that others follow, and until when. */
  const followed = new Map<string, number>()

  signals.subscribe(FOLLOW_CHANNEL, (turnId) => {
    if (find(turnId)) followed.set(turnId, performance.now() + FOLLOWED_MS)
  })
  signals.subscribe(LOG_CHANNEL, (turnId) => {
    for (const wake of wakers.get(turnId) ?? []) wake()
  })

  return {
    follow(turnId, after, follower) {
      const turn = find(turnId)
      return turn ? followHere(turn, turnId, after, follower) : followLog(turnId, after, follower)
    },
    tellLogged(turnIds) {
      const now = performance.now()
      const heard = turnIds.filter((turnId) => (followed.get(turnId) ?? 0) > now)
      if (heard.length > 0) signals.publish(LOG_CHANNEL, heard)
    },
    tellEnded(turnId) {
      followed.delete(turnId)
      signals.publish(LOG_CHANNEL, [turnId])
    },
  }

  function followHere(turn: WrittenTurn, turnId: string, after: number, follower: Follower): () => void {
    let told = after
    const tell = (firstSeq: number, lines: readonly string[]) => {
      const fresh = told < firstSeq ? lines : lines.slice(told + 1 - firstSeq)
      if (fresh.length === 0) return
      told = firstSeq + lines.length - 1
      follower.take(told - fresh.length + 1, fresh)
    }
    const local: LocalFollower = {
      take: tell,
      ended: (state) => follower.ended(state),
      lost() {
        leave = followLog(turnId, told, follower)
      },
    }
    let leave: () => void
    const { from, lines } = turn.held()
    if (after + 1 >= from) {
      tell(from, lines)
      turn.followers.add(local)
      leave = () => turn.followers.delete(local)
    } else leave = joinBehind(turn, turnId, { local, told: () => told, from, lines: [...lines] })
    return () => leave()
  }

  /** The beginning is only in the log: what comes meanwhile waits until that has been told. */
  function joinBehind(
    turn: WrittenTurn,
    turnId: string,
    { local, told, from, lines }: { local: LocalFollower; told(): number; from: number; lines: readonly string[] },
  ): () => void {
    const waiting = [{ firstSeq: from, lines }]
    let after: (() => void) | null = null
    const relay: LocalFollower = {
      take: (firstSeq, more) => void waiting.push({ firstSeq, lines: more }),
      ended(state) {
        after = () => local.ended(state)
      },
      lost() {
        after = () => local.lost()
      },
    }
    turn.followers.add(relay)
    let gone = false
    void patiently(() => readLog(database, turnId, told())).then(
      (page) => {
        if (gone) return
        for (const { firstSeq, lines: logged } of runs(page?.entries ?? [])) local.take(firstSeq, logged)
        for (const { firstSeq, lines: more } of waiting) local.take(firstSeq, more)
        if (turn.followers.delete(relay)) turn.followers.add(local)
        after?.()
      },
      () => {
        turn.followers.delete(relay)
        if (!gone) local.lost()
      },
    )
    return () => {
      gone = true
      turn.followers.delete(relay)
      turn.followers.delete(local)
    }
  }

  function followLog(turnId: string, after: number, follower: Follower): () => void {
    let gone = false
    let wake = () => {}
    const woken = () => wake()
    const set = wakers.get(turnId) ?? new Set()
    wakers.set(turnId, set.add(woken))
    void listen().finally(() => {
      set.delete(woken)
      if (set.size === 0 && wakers.get(turnId) === set) wakers.delete(turnId)
    })
    return () => {
      gone = true
      wake()
    }

    async function listen(): Promise<void> {
      let position = after
      let renewAt = 0
      while (!gone) {
        if (performance.now() >= renewAt) {
          signals.publish(FOLLOW_CHANNEL, [turnId])
          renewAt = performance.now() + RENEW_MS
        }
        let missed = false
        wake = () => {
          missed = true
        }
        const page = await patiently(() => readLog(database, turnId, position)).catch(() => undefined)
        if (gone) return
        if (page === null) return follower.ended("gone")
        for (const { firstSeq, lines } of runs(page?.entries ?? [])) {
          follower.take(firstSeq, lines)
          position = firstSeq + lines.length - 1
        }
        if (page && page.state !== "running") return follower.ended(page.state)
        if (!missed) await pause()
      }
    }

    function pause(): Promise<void> {
      return new Promise((resolve) => {
        const again = setTimeout(resolve, LOOK_AGAIN_MS)
        wake = () => {
          clearTimeout(again)
          resolve()
        }
      })
    }
  }
}

/** Neighbouring numbers together; a closed turn's last words may be numbered further on. */
function runs(entries: readonly { seq: number; line: string }[]): { firstSeq: number; lines: string[] }[] {
  const found: { firstSeq: number; lines: string[] }[] = []
  for (const { seq, line } of entries) {
    const last = found.at(-1)
    if (last && last.firstSeq + last.lines.length === seq) last.lines.push(line)
    else found.push({ firstSeq: seq, lines: [line] })
  }
  return found
}
