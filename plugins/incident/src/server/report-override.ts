import { catalogContract } from "@countersign/catalog/contract"
import type { Ctx } from "@countersign/core/server"
import type { HealthOverride } from "../contract.ts"
import type { IncidentRecord } from "./incident-store.ts"

export type Reported = Pick<IncidentRecord, "id" | "title" | "status" | "healthOverride" | "systemIds">

/**
 * Tells the catalog what became different between two states of an incident. Every incident is a source of its own,
 * so of several open ones the worst counts, and each withdraws only what it said itself. What the catalog knows already, and
 * systems that are gone, it leaves alone.
 */
export async function reportOverride(ctx: Ctx, before: Reported | null, after: Reported | null): Promise<void> {
  const incident = after ?? before
  const reports = overrideChanges(before, after).map(({ systemId, says }) => ({
    systemId,
    source: incident!.id,
    status: says,
    reason: incident!.title,
    link: says && `/incidents/${incident!.id}`,
  }))
  if (reports.length > 0) await ctx.call(catalogContract.reportStatuses, { reports })
}

/** What an incident said and says of each system it marks, for reports and for cards. */
export function overrideChanges(
  before: Reported | null,
  after: Reported | null,
): { systemId: string; said: Override | null; says: Override | null }[] {
  const said = overrides(before)
  const says = overrides(after)
  const systemIds = [...new Set([...said.keys(), ...says.keys()])].sort()
  return systemIds.map((systemId) => ({
    systemId,
    said: said.get(systemId) ?? null,
    says: says.get(systemId) ?? null,
  }))
}

type Override = Exclude<HealthOverride, "none">

function overrides(incident: Reported | null): Map<string, Override> {
  if (!incident || incident.status === "resolved" || incident.healthOverride === "none") return new Map()
  const { healthOverride } = incident
  return new Map(incident.systemIds.map((id) => [id, healthOverride]))
}
