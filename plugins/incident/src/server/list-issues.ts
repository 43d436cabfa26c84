import { type Issue, listed, quoteName } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { type Incident, incidentContract, STATUS_WORDS } from "../contract.ts"
import { listIncidents } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

export const listIssues = implement(incidentContract.listIssues, async (ctx, { limit }) => {
  const worstFirst = { sort: "severity", direction: "desc", limit } as const
  const page = await listIncidents(ctx, worstFirst, { state: "open" })
  return { items: (await presentIncidents(ctx, page.items)).map(toIssue) }
})

const MOST_NAMES = 3

function toIssue(incident: Incident): Issue {
  const { id, title, severity, status, healthOverride, openedAt, systems } = incident
  const names = systems.map(({ name }) => quoteName(name))
  const unhealthy = severity === "critical" || healthOverride === "unhealthy"
  return {
    thing: { type: "incident.incident", id, name: title },
    tone: unhealthy ? "unhealthy" : "degraded",
    since: openedAt,
    // Systems out of the reader's sight are not counted.
    sentence: `Open ${severity} incident, ${STATUS_WORDS[status].toLowerCase()}${names.length > 0 ? `, affecting ${listed(names, MOST_NAMES)}` : ""}.`,
    href: `/incidents/${id}`,
    explains: systems.map((system) => ({ type: "catalog.system", id: system.id })),
    quotes: systems.slice(0, MOST_NAMES).map((system) => ({ type: "catalog.system", ...system })),
  }
}
