import { call, type PaletteSearch } from "@countersign/core/web"
import { aiContract } from "../contract.ts"

const findHelp: PaletteSearch = async (query, signal) => {
  if (query.trim().length < 2) return []
  const { hits } = await call(aiContract.searchDocs, { query, limit: 4 }, { signal })
  return hits.map((hit) => ({ id: hit.slug, title: hit.title, hint: "Guide", path: `/help/${hit.slug}` }))
}
export default findHelp
