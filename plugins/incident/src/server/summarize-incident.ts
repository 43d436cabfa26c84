import { listed, quoteName } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { type Incident, type IncidentDetail, type IncidentUpdate, incidentContract } from "../contract.ts"
import { presentDetail } from "./get-incident.ts"
import { incidents, openIncidentsOf } from "./incident-store.ts"

export const summarizeIncident = implement(incidentContract.summarize, async (ctx, { id, systemId }) => {
  const found =
    id === undefined ? await openIncidentsOf(ctx, systemId!, MOST_SUMMARIZED) : [await incidents.read(ctx, id)]
  const details: IncidentDetail[] = []
  for (const one of found) details.push(await presentDetail(ctx, one))
  const summaries = details.map((incident) => summaryOf(incident, incident.updates, ctx.runtime.now()))
  return {
    ids: found.map((one) => one.id),
    // The same words for a system that is gone or out of reach.
    summary: summaries.join("\n") || "No open incident affects this system.",
    systemIds: [...new Set(details.flatMap(({ systems }) => systems.map(({ id }) => id)))],
    authors: details.flatMap(({ openedBy, updates }) => [openedBy, ...updates.map(({ author }) => author)]),
  }
})

// Enough for any system that is not on fire; the list has the others.
const MOST_SUMMARIZED = 10

/** The same record and moment always give the same words: nothing here guesses. */
export function summaryOf(incident: Incident, updates: readonly IncidentUpdate[], now: Date): string {
  const said = updates.find((update) => update.message !== "")
  return [
    `${quoteName(incident.title)} is a ${incident.severity} incident, ${stateOf(incident, now)}.`,
    affected(incident),
    `${incident.openedBy.name} opened it.`,
    said
      ? `Last update, ${ago(said.at, now)} by ${said.author.name}: ${quote(said.message)}`
      : "There is no update that says more.",
  ].join(" ")
}

function stateOf({ status, openedAt, resolvedAt }: Incident, now: Date): string {
  if (resolvedAt)
    return `resolved at ${instant(resolvedAt)} after ${duration(openedAt, new Date(resolvedAt))} (opened at ${instant(openedAt)})`
  return `open for ${duration(openedAt, now)} (since ${instant(openedAt)}), status ${status}`
}

function affected({ systems, hiddenSystemCount, healthOverride, status }: Incident): string {
  const names = systems.map(({ name }) => name)
  if (hiddenSystemCount > 0)
    names.push(
      names.length > 0 ? `${hiddenSystemCount} more you cannot see` : `${counted(hiddenSystemCount)} you cannot see`,
    )
  if (names.length === 0) return "The systems it affected were deleted."
  const marks = healthOverride !== "none" && status !== "resolved" ? `, marked ${healthOverride} by it` : ""
  return `It ${status === "resolved" ? "affected" : "affects"} ${listed(names, names.length)}${marks}.`
}

function counted(systems: number): string {
  return systems === 1 ? "1 system" : `${systems} systems`
}

function instant(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`
}

function ago(at: string, now: Date): string {
  return now.getTime() - new Date(at).getTime() < 60_000 ? "just now" : `${duration(at, now)} ago`
}

function duration(from: string, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - new Date(from).getTime()) / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : "less than a minute"
}

const LONGEST_QUOTE = 400

function quote(message: string): string {
  const text = message.replace(/\s+/g, " ").trim()
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1).trimEnd()}…` : text}"`
}
