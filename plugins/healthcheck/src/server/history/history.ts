import { reaction } from "@countersign/core/server"
import {
  windowCancelled,
  windowChanged,
  windowEnded,
  windowScheduled,
  windowStarted,
} from "@countersign/maintenance/contract"
import { coverRuns, uncoverRuns } from "./maintenance/cover-runs.ts"
import { getRun, runHistory } from "./reads/run-history.ts"
import { runStats } from "./reads/run-stats.ts"
import { systemUptime } from "./reads/system-uptime.ts"
import { historyKeeper } from "./upkeep/keep-history.ts"

/** What the plugin takes from here: reads over single runs, hours and days, and what keeps them. */
export const historyVerbs = { runHistory, getRun, runStats, systemUptime, coverRuns, uncoverRuns }
export const historyWorkers = [historyKeeper]

const whereInstalled = { optional: true }

export const historyReactions = [
  reaction(windowScheduled, coverRuns, whereInstalled),
  reaction(windowStarted, coverRuns, whereInstalled),
  reaction(windowChanged, coverRuns, whereInstalled),
  reaction(windowEnded, uncoverRuns, whereInstalled),
  reaction(windowCancelled, uncoverRuns, whereInstalled),
]
