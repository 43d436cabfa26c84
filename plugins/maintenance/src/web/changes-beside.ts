import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan } from "@countersign/core/web"
import { changeEntry, type TimelineEntry } from "@countersign/ui"
import type { WindowDetail } from "../contract.ts"

// What a window's page can show between its updates without hiding them.
const MOST = 50

/** What was changed in the systems of a window while it lasts or lasted, for its timeline. */
export function useChangesBeside({ systems, startsAt, endsAt }: WindowDetail): readonly TimelineEntry[] {
  const systemIds = systems.map(({ id }) => id)
  const enabled = useCan()(systemAccess.read) && systemIds.length > 0
  const { data } = useCall(
    catalogContract.changes,
    { systemIds, from: startsAt, to: endsAt, limit: MOST },
    { enabled, keepPrevious: true, alsoShows: ["catalog.change"] },
  )
  return enabled && data ? data.items.map(changeEntry) : []
}
