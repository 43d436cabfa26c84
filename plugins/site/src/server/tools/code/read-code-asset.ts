import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { refuse, type Site } from "../../../document.ts"
import { contentOf, findAsset, summaryOf } from "./assets.ts"

export function readCodeAsset(site: Site, input: ParsedInputOf<typeof siteContract.readCodeAsset>) {
  const { part = 1, maxChars = 20_000 } = input
  const asset = findAsset(site, input)
  const content = contentOf(asset)
  const totalParts = Math.max(1, Math.ceil(content.length / maxChars))
  if (part > totalParts)
    refuse(`The file has ${totalParts} ${totalParts === 1 ? "part" : "parts"}. Ask for one of them.`)
  return {
    ...summaryOf(asset),
    content: content.slice((part - 1) * maxChars, part * maxChars).toWellFormed(),
    pageInfo: { part, totalParts, nextPart: part < totalParts ? part + 1 : null },
  }
}
