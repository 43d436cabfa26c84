import type { ChangeNews } from "../../contract/news.ts"
import { elapsedMs } from "../elapsed.ts"
import type { LiveNews } from "./event-stream.ts"

/** What was told lately, for tabs that join a connection which is open already. */
export interface RecentNews {
  note(news: LiveNews): void
  /** What a tab may have missed. */
  all(): LiveNews[]
}

const MOST_KEPT = 1_000

export function createRecentNews(now: () => number = elapsedMs): RecentNews {
  let kept: { at: number; change: ChangeNews }[] = []
  // Null: not connected yet, and whoever listens is told everything when it is.
  let coveredFrom: number | null = null

  return {
    note(news) {
      if (news.type === "gap") coveredFrom = now() - news.agoMs
      if (news.type !== "changed") return
      kept.push(...news.changes.map((change) => ({ at: now(), change })))
      if (kept.length <= MOST_KEPT) return
      coveredFrom = kept[kept.length - MOST_KEPT / 2]!.at
      kept = kept.slice(-MOST_KEPT / 2)
    },
    all() {
      if (coveredFrom === null) return []
      const changes = kept.map(({ at, change }) => ({ ...change, ageMs: change.ageMs + now() - at }))
      return [
        { type: "gap", agoMs: now() - coveredFrom },
        { type: "changed", changes },
      ]
    },
  }
}
