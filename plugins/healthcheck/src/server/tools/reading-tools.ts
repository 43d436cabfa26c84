import { defineTool, leanResult } from "@countersign/core/server"
import { checks } from "../checks/check-store.ts"
import { getCheck, listChecks, listSystemChecks, readStatus } from "../checks/read-checks.ts"
import { quotedInCheck, quotedInSummary, quotedInTarget, quotedTogether } from "./check-card.ts"

export const statusTool = defineTool({
  name: "status",
  describe: ({ systemIds, onlyFailing }, say) =>
    `Looked at ${onlyFailing ? "failing checks" : "the status of checks"} of ${say.names(systemIds, "a system", "systems") ?? "all systems"}`,
  verb: readStatus,
  description:
    "Read what health checks say right now: status, since when and why, the worst first. Call it before saying whether something is up. " +
    "Pass `systemIds` from catalog.listSystems for some systems, and `onlyFailing: true` for what is not healthy.",
  quotes: ({ result }) => quotedTogether(result?.targets.map((one) => withCheck(quotedInTarget(one), one.check)) ?? []),
  projectResult: (result) => leanResult(result, { drop: ["nextRunAt", "heartbeat"], longest: 300 }),
})

export const listTool = defineTool({
  name: "list",
  describe: ({ systemId, text }, say) =>
    ["Looked at health checks", systemId && `of ${say.name(systemId) ?? "a system"}`, text && `with ${say.quote(text)}`]
      .filter(Boolean)
      .join(" "),
  verb: listChecks,
  description:
    "List health checks, the worst first, to find a check's id. Pass `systemId` (from catalog.listSystems), `status`, `strategyId`, " +
    "or `text` to search names. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => quotedTogether(result?.items.map(quotedInSummary) ?? []),
  projectResult: (page) => leanResult(page, { drop: ["version", "durations"], longest: 300 }),
})

export const listSystemChecksTool = defineTool({
  name: "listSystemChecks",
  describe: ({ systemId }, say) => `Looked at the health checks of ${say.name(systemId) ?? "a system"}`,
  verb: listSystemChecks,
  description:
    "List the health checks of one system, with their status in each environment. Pass an id from catalog.listSystems, never a name. " +
    "When `more` is true, healthcheck.list with `systemId` has the rest.",
  quotes: ({ input, result }) =>
    result
      ? quotedTogether([
          [checks.quotedParent({ id: input.systemId })],
          ...result.checks.flatMap((check) => [quotedInSummary(check), ...check.targets.map(quotedInTarget)]),
        ])
      : [checks.quotedParent({ id: input.systemId })],
  projectResult: (result) => leanResult(result, { drop: ["version", "durations", "nextRunAt"], longest: 300 }),
})

export const getTool = defineTool({
  name: "get",
  describe: ({ id }, say) => `Looked at ${say.name(id) ?? "a health check"}`,
  verb: getCheck,
  description:
    "Read one health check whole: configuration, what must hold, systems, status and uptime. Secrets stand in it as references. " +
    "Call it before changing a check. Pass an id from healthcheck.list, never a name.",
  quotes: ({ input, result }) =>
    result ? quotedTogether([quotedInCheck(result), ...result.targets.map(quotedInTarget)]) : [checks.quoted(input)],
  projectResult: (check) => leanResult(check, { drop: ["version"], longest: 20_000 }),
})

function withCheck(quoted: ReturnType<typeof quotedInTarget>, { id, name }: { id: string; name: string }) {
  return quoted === "outside" ? quoted : [...quoted, checks.quoted({ id, name })]
}
