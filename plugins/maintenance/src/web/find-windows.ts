import { call, type PaletteSearch } from "@countersign/core/web"
import { maintenanceContract, STATUS_WORDS } from "../contract.ts"

const findWindows: PaletteSearch = async (query, signal) => {
  const text = query.trim() || undefined
  const order = text ? ({ state: "all", sort: "match" } as const) : ({ state: "open" } as const)
  const { items } = await call(maintenanceContract.list, { text, ...order, limit: 8 }, { signal })
  return items.map(({ id, title, status }) => ({ id, title, hint: STATUS_WORDS[status], path: `/maintenance/${id}` }))
}
export default findWindows
