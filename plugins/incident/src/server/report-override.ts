import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, NotFoundError } from "@countersign/core/server"
import type { HealthOverride } from "../contract.ts"
import type { IncidentRecord } from "./incident-store.ts"

type Reported = Pick<IncidentRecord, "id" | "title" | "status" | "healthOverride" | "systemIds">

/**
 * Tells the catalog what became different between two states of an incident. Every incident is a source of its own,
 * so of several open ones the worst counts, and each withdraws only what it said itself.
 */
export async function reportOverride(ctx: Ctx, before: Reported | null, after: Reported | null): Promise<void> {
  const said = overrides(before)
  const says = overrides(after)
  // In the order of ids: two incidents that share systems must not wait for each other.
  const systemIds = [...new Set([...said.keys(), ...says.keys()])].sort()
  const renamed = before?.title !== after?.title
  for (const systemId of systemIds) {
    const status = says.get(systemId) ?? null
    if (status === null) await withdraw(ctx, systemId, before!)
    else if (renamed || said.get(systemId) !== status)
      await ctx.call(catalogContract.reportStatus, {
        systemId,
        source: sourceOf(after!.id),
        status,
        reason: after!.title,
        link: `/incidents/${after!.id}`,
      })
  }
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

function overrides(incident: Reported | null): Map<string, Exclude<HealthOverride, "none">> {
  if (!incident || incident.status === "resolved" || incident.healthOverride === "none") return new Map()
  const { healthOverride } = incident
  return new Map(incident.systemIds.map((id) => [id, healthOverride]))
}
