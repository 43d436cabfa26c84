import { call, type PaletteSearch } from "@countersign/core/web"
import { siteContract } from "../contract.ts"
import { capital, NOUNS, pathOf } from "./words.ts"

const findDocuments: PaletteSearch = async (query, signal) => {
  const text = query.trim()
  if (!text) return []
  const { items } = await call(siteContract.findDocuments, { text, sort: "match", limit: 8 }, { signal })
  return items.map((one) => ({
    id: one.id,
    title: one.title,
    hint: capital(NOUNS[one.document.type]),
    path: pathOf(one),
  }))
}
export default findDocuments
