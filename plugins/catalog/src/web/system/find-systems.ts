import { call, type PaletteSearch } from "@countersign/core/web"
import { catalogContract } from "../../contract.ts"

const findSystems: PaletteSearch = async (query, signal) => {
  const text = query.trim()
  // Nothing typed yet: what is worst now is what people most likely look for.
  const order = text ? ({ sort: "match" } as const) : ({ sort: "status", direction: "desc" } as const)
  const { items } = await call(catalogContract.listSystems, { text, limit: 6, ...order }, { signal })
  return items.map(({ id, name, status }) => ({
    id,
    title: name,
    hint: status ?? "not reported",
    path: `/catalog/systems/${id}`,
  }))
}
export default findSystems
