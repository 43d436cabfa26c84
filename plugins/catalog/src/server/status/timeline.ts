import type { Status, StatusTimeline, TimelineSegment } from "../../contract.ts"
import { worstStatus } from "../../contract.ts"
import type { ChangesWithin } from "./status-store.ts"

/** What was reported between two instants, without gaps, and how long each status lasted. */
export function toTimeline(
  systemId: string,
  window: { from: string; to: string },
  { createdAt, before, changes }: ChangesWithin,
  maxSegments: number,
): StatusTimeline {
  const from = laterOf(createdAt, window.from)
  const starts = [
    { at: from, status: null, source: null, reason: null, link: null, ...(before && { ...before, at: from }) },
  ]
  const all = [...starts, ...changes.map((change) => ({ ...change, at: laterOf(change.at, from) }))]
  const segments = all
    .map((change, index): TimelineSegment => {
      const { at, status, source, reason, link } = change
      const to = all[index + 1]?.at ?? window.to
      return { from: at, to, status, source, reason, link }
    })
    .filter((segment) => segment.from < segment.to)
  return {
    systemId,
    ...window,
    ...(segments.length > maxSegments
      ? { segments: worstOfEach(segments, maxSegments), detail: "worst" as const }
      : { segments, detail: "exact" as const }),
    totals: totalsOf(segments),
  }
}

/** Equal stretches, each with the worst that happened in it: a short outage must not vanish between two pixels. */
function worstOfEach(segments: readonly TimelineSegment[], pieces: number): TimelineSegment[] {
  const start = Date.parse(segments[0]!.from)
  const step = (Date.parse(segments.at(-1)!.to) - start) / pieces
  const stretches: TimelineSegment[] = []
  let index = 0
  for (let count = 0; count < pieces; count++) {
    const from = new Date(start + count * step).toISOString()
    const to = new Date(start + (count + 1) * step).toISOString()
    while (segments[index] && segments[index]!.to <= from) index++
    const touched: TimelineSegment[] = []
    for (let at = index; segments[at] && segments[at]!.from < to; at++) touched.push(segments[at]!)
    const worst = worstStatus(touched.map((segment) => segment.status))
    const shown = touched.find((segment) => segment.status === worst)
    if (shown) stretches.push({ ...shown, from, to })
  }
  return stretches
}

/** Both in UTC with milliseconds, so they compare as text. */
function laterOf(a: string, b: string): string {
  return a > b ? a : b
}

function totalsOf(segments: readonly TimelineSegment[]): StatusTimeline["totals"] {
  const seconds = new Map<Status | null, number>()
  for (const { status, from, to } of segments)
    seconds.set(status, (seconds.get(status) ?? 0) + (Date.parse(to) - Date.parse(from)) / 1_000)
  return [...seconds].map(([status, total]) => ({ status, seconds: total }))
}
