import { defineTool, leanResult } from "@countersign/core/server"
import { runHistory } from "../history/reads/run-history.ts"
import { runStats } from "../history/reads/run-stats.ts"

export const runHistoryTool = defineTool({
  name: "runHistory",
  describe: ({ checkId, systemId }, say) => `Looked at runs of ${aboutOf({ checkId, systemId }, say)}`,
  verb: runHistory,
  description:
    "List single runs of health checks, the latest first: how each ended, how long it took and why it failed. Pass `checkId` (from " +
    'healthcheck.list) or `systemId` (from catalog.listSystems), `from` and `to` as instants, and `status: ["failed"]` for failures alone. For ' +
    "numbers over a time use healthcheck.runStats. When nextCursor is there, pass it as `after` for the next page.",
  // Sentences say what the other side answered.
  quotes: "outside",
  projectResult: (page) => leanResult(page, { drop: ["targetId", "kept"], longest: 300 }),
})

export const runStatsTool = defineTool({
  name: "runStats",
  describe: ({ checkId, systemId }, say) => `Looked at uptime and durations of ${aboutOf({ checkId, systemId }, say)}`,
  verb: runStats,
  description:
    "Read uptime, counts and durations (p50, p95, p99, in milliseconds) of health checks over a time, in equal periods. Pass `checkId` or " +
    "`systemId`, `from` and `to` (a day up to now unless given), and few `buckets`: 12 are enough to see a course. Where " +
    "`durationsOf` is given, durations are those of so many targets, evenly chosen; counts are of all.",
  quotes: "nothing",
})

interface Naming {
  name(id: string | null | undefined): string | undefined
}

function aboutOf({ checkId, systemId }: { checkId?: string | undefined; systemId?: string | undefined }, say: Naming) {
  if (checkId) return say.name(checkId) ?? "a health check"
  return systemId ? (say.name(systemId) ?? "a system") : "health checks"
}
