import { listed, quoteName } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import { type FoundIncident, incidents } from "../incident-store.ts"
import { presentIncident } from "../present-incident.ts"
import { overrideChanges, type Reported } from "../report-override.ts"

/** An incident as cards show it: what people can change, systems by name as far as the caller sees them. */
export async function incidentCard(ctx: Ctx, found: FoundIncident) {
  const { systems, hiddenSystemCount } = await presentIncident(ctx, found)
  const { inherited, systemIds, openedBy, updatedAt, resolvedAt, ...shown } = found
  return { ...shown, systems: incidents.cardParents({ shown: systems, hidden: hiddenSystemCount }) }
}

/** What a change does to the status of systems, from the same comparison that reports it to the catalog. */
export function overrideConsequences(
  before: Reported | null,
  after: Reported | null,
  systems: readonly unknown[],
): string[] {
  const names = new Map(systems.filter(isNamed).map(({ id, name }) => [id, name]))
  const changes = overrideChanges(before, after).filter(({ said, says }) => said !== says)
  const among = (status: string | null) => changes.filter(({ says }) => says === status)
  const sentences = (["degraded", "unhealthy"] as const).map((status) =>
    sentence(among(status), names, `as ${status} while it is open`, ["counts", "count"]),
  )
  const ended = sentence(among(null), names, `as ${before?.healthOverride} because of it`, [
    "no longer counts",
    "no longer count",
  ])
  return [...sentences, ended].filter((one) => one !== null)
}

function sentence(
  changes: readonly { systemId: string }[],
  names: ReadonlyMap<string, string>,
  how: string,
  [one, several]: readonly [string, string],
): string | null {
  if (changes.length === 0) return null
  const seen = changes
    .map(({ systemId }) => names.get(systemId))
    .filter((name) => name !== undefined)
    .sort((a, b) => a.localeCompare(b))
    .map(quoteName)
  const hidden = changes.length - seen.length
  const all = hidden > 0 ? [...seen, incidents.unseen(hidden)] : seen
  return `${listed(all, all.length)} ${changes.length === 1 ? one : several} ${how}.`
}

function isNamed(value: unknown): value is { id: string; name: string } {
  return typeof value === "object" && value !== null && "id" in value && "name" in value
}
