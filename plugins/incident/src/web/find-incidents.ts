import { call, type PaletteSearch } from "@countersign/core/web"
import { incidentContract, STATUS_WORDS } from "../contract.ts"

const findIncidents: PaletteSearch = async (query, signal) => {
  const text = query.trim() || undefined
  const order = text ? ({ state: "all", sort: "match", direction: "asc" } as const) : ({ state: "open" } as const)
  const { items } = await call(incidentContract.list, { text, ...order, limit: 8 }, { signal })
  return items.map(({ id, title, status }) => ({ id, title, hint: STATUS_WORDS[status], path: `/incidents/${id}` }))
}
export default findIncidents
