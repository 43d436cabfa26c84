import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan } from "@countersign/core/web"
import { changeEntry, type TimelineEntry } from "@countersign/ui"
import type { IncidentDetail } from "../contract.ts"

/** What was changed so long before somebody noticed may be the reason. */
const BEFORE_MS = 24 * 3_600_000
// What an incident's page can show between its updates without hiding them.
const MOST = 50

/** What was changed in the systems of an incident since the day before it and until its end, for its timeline. */
export function useChangesBeside({ systems, openedAt, resolvedAt }: IncidentDetail): readonly TimelineEntry[] {
  const systemIds = systems.map(({ id }) => id)
  const enabled = useCan()(systemAccess.read) && systemIds.length > 0
  const from = new Date(Date.parse(openedAt) - BEFORE_MS).toISOString()
  const input = { systemIds, from, ...(resolvedAt && { to: resolvedAt }), limit: MOST }
  const { data } = useCall(catalogContract.changes, input, {
    enabled,
    keepPrevious: true,
    alsoShows: ["catalog.change"],
  })
  return enabled && data ? data.items.map(changeEntry) : []
}
