import { call, type PaletteSearch } from "@countersign/core/web"
import { aiContract } from "../../contract.ts"

const findConversations: PaletteSearch = async (query, signal) => {
  if (query.trim().length < 2) return []
  const { items } = await call(
    aiContract.listConversations,
    { query, sort: "match", direction: "asc", limit: 4 },
    { signal },
  )
  return items.map(({ id, title }) => ({ id, title: title ?? "New conversation", path: `/assistant/${id}` }))
}
export default findConversations
