import { catalogContract } from "@countersign/catalog/contract"
import { call, findLookalikes } from "@countersign/core/web"
import type { Option } from "@countersign/ui"

/** Systems that fit what was typed, for pickers: the closest name first. */
export async function loadSystemOptions(query: string, signal: AbortSignal): Promise<readonly Option[]> {
  const text = query.trim() || undefined
  const { items } = await call(catalogContract.listSystems, { text, sort: "match", limit: 20 }, { signal })
  const lookalikes = await findLookalikes("catalog.system", items, signal)
  return items.map(({ id, name, groups }) => ({
    id,
    label: name,
    hint: groups.map((group) => group.name).join(", "),
    lookalike: lookalikes.has(id),
  }))
}
