import { catalogContract } from "@countersign/catalog/contract"
import { call, markLookalikes } from "@countersign/core/web"
import type { Option } from "@countersign/ui"

/** Systems that fit what was typed, for pickers: the closest name first. */
export async function loadSystemOptions(query: string, signal: AbortSignal): Promise<readonly Option[]> {
  const text = query.trim() || undefined
  const { items } = await call(catalogContract.listSystems, { text, sort: "match", limit: 20 }, { signal })
  const options = items.map(({ id, name, groups }) => ({
    id,
    label: name,
    hint: groups.map((group) => group.name).join(", "),
  }))
  return markLookalikes("catalog.system", options, signal)
}
