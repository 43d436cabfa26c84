import { call, defineRowCells } from "@countersign/core/web"
import { type Incident, incidentContract } from "../contract.ts"

/** In the list of systems: how many incidents are open about each. */
export default defineRowCells({
  async load(ids, signal) {
    const counts = new Map<string, number>()
    for (const { systems } of await openIncidents(signal))
      for (const { id } of systems) if (ids.includes(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  },
  cell: (count) => `${count} open`,
})

// Of one page of them; there are rarely more than a few.
const MOST = 200

async function openIncidents(signal: AbortSignal): Promise<Incident[]> {
  const found: Incident[] = []
  let after: string | undefined
  do {
    const { items, nextCursor } = await call(
      incidentContract.list,
      { state: "open", sort: "openedAt", limit: MOST, ...(after && { after }) },
      { signal },
    )
    found.push(...items)
    after = nextCursor ?? undefined
  } while (after)
  return found
}
