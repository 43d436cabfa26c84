import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, NotFoundError } from "@countersign/core/server"
import type { HealthOverride } from "../contract.ts"
import type { IncidentRecord } from "./incident-store.ts"

export type Reported = Pick<IncidentRecord, "id" | "title" | "status" | "healthOverride" | "systemIds">

/**
 * Tells the catalog what became different between two states of an incident. Every incident is a source of its own,
 * so of several open ones the worst counts, and each withdraws only what it said itself.
 */
export async function reportOverride(ctx: Ctx, before: Reported | null, after: Reported | null): Promise<void> {
  const renamed = before?.title !== after?.title
  for (const { systemId, said, says: status } of overrideChanges(before, after)) {
    if (status === null) await withdraw(ctx, systemId, before!)
    else if (renamed || said !== status)
      await ctx.call(catalogContract.reportStatus, {
        systemId,
        source: sourceOf(after!.id),
        status,
        reason: after!.title,
        link: `/incidents/${after!.id}`,
      })
  }
}

/**
 * What an incident said and says of each system it marks, for reports and for cards. In the order of ids: two incidents
 * that share systems must not wait for each other.
 */
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

async function withdraw(ctx: Ctx, systemId: string, { id, title }: Reported): Promise<void> {
  try {
    await ctx.call(catalogContract.reportStatus, { systemId, source: sourceOf(id), status: null, reason: title })
  } catch (error) {
    // The system was deleted, and what was reported of it went along.
    if (!(error instanceof NotFoundError)) throw error
  }
}

function sourceOf(incidentId: string): string {
  return `incident:${incidentId}`
}

type Override = Exclude<HealthOverride, "none">

function overrides(incident: Reported | null): Map<string, Override> {
  if (!incident || incident.status === "resolved" || incident.healthOverride === "none") return new Map()
  const { healthOverride } = incident
  return new Map(incident.systemIds.map((id) => [id, healthOverride]))
}
