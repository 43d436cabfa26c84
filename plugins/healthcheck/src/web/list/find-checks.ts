import { call, type PaletteSearch } from "@countersign/core/web"
import { STATUS_WORDS } from "@countersign/ui"
import { healthcheckContract } from "../../contract.ts"

const findChecks: PaletteSearch = async (query, signal) => {
  const text = query.trim() || undefined
  const { items } = await call(
    healthcheckContract.list,
    { text, sort: text ? "match" : "status", limit: 8 },
    { signal },
  )
  return items.map(({ id, name, status, paused }) => ({
    id,
    title: name,
    hint: paused ? "Paused" : status ? STATUS_WORDS[status] : "No status yet",
    path: `/checks/${id}`,
  }))
}
export default findChecks
