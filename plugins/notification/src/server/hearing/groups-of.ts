import type { catalogContract } from "@countersign/catalog/contract"
import type { InputOf, OutputOf } from "@countersign/core/contract"

// What the catalog lists in one call.
const MOST_LISTED = 200

type ListSystems = typeof catalogContract.listSystems

/** The groups that these systems are in. @param list asks the catalog, as whoever sees all of them */
export async function groupsOf(
  list: (input: InputOf<ListSystems>) => Promise<OutputOf<ListSystems>>,
  systemIds: readonly string[],
): Promise<string[]> {
  const groupIds = new Set<string>()
  for (let from = 0; from < systemIds.length; from += MOST_LISTED) {
    const some = systemIds.slice(from, from + MOST_LISTED)
    const { items } = await list({ systemIds: some, limit: MOST_LISTED })
    for (const { groups } of items) for (const { id } of groups) groupIds.add(id)
  }
  return [...groupIds]
}
