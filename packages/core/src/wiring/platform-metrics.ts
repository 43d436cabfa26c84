import type { Database } from "../db/database.ts"
import { addProcessMetrics, type Metrics } from "../metrics.ts"
import type { Signals } from "../signals/signals.ts"

/** What collectors read of this server beside its requests. */
export function addPlatformMetrics(
  metrics: Metrics,
  of: {
    version: string
    database: Database
    signals: Signals
    chat: { readonly counts: { turns: number; streams: number } }
    doors: { readonly eventStreams: number; readonly uploads: { readonly count: number } | null }
  },
): void {
  const { pool } = of.database
  addProcessMetrics(metrics, of.version)
  metrics.gauge("countersign_database_connections", "Connections of the pool by state.", () => [
    { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
    { labels: { state: "idle" }, value: pool.idleCount },
    { labels: { state: "wanted" }, value: pool.waitingCount },
  ])
  metrics.gauge("countersign_signals_connected", "1 while news from other pods is heard.", () => [
    { value: of.signals.listener.connected ? 1 : 0 },
  ])
  metrics.gauge("countersign_turns_running", "Turns this server is in the middle of.", () => [
    { value: of.chat.counts.turns },
  ])
  metrics.gauge("countersign_chat_streams", "Open connections that follow turns.", () => [
    { value: of.chat.counts.streams },
  ])
  metrics.gauge("countersign_event_streams", "Open pages that are told of changes.", () => [
    { value: of.doors.eventStreams },
  ])
  const { uploads } = of.doors
  if (uploads)
    metrics.gauge("countersign_uploads", "Files that are being received or worked on.", () => [
      { value: uploads.count },
    ])
}
