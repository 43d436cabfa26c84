import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { refuse, type Site } from "../../../document.ts"
import type { ReadContext } from "../run/runner.ts"
import { contentOf, findAsset, summaryOf } from "./assets.ts"

const MOST_CHARS = 20_000
/** Names, hashes and numbers around the text. */
const AROUND = 1_200
const LEAST_CHARS = 1_000

export function readCodeAsset(
  site: Site,
  input: ParsedInputOf<typeof siteContract.readCodeAsset>,
  { resultChars }: ReadContext = {},
) {
  const asset = findAsset(site, input)
  const content = contentOf(asset)
  const { part = 1 } = input
  const maxChars = Math.min(input.maxChars ?? MOST_CHARS, fitting(content, resultChars))
  const totalParts = Math.max(1, Math.ceil(content.length / maxChars))
  if (part > totalParts)
    refuse(`The file has ${totalParts} ${totalParts === 1 ? "part" : "parts"}. Ask for one of them.`)
  return {
    ...summaryOf(asset),
    content: content.slice((part - 1) * maxChars, part * maxChars).toWellFormed(),
    pageInfo: { part, totalParts, nextPart: part < totalParts ? part + 1 : null },
  }
}

/** So many characters of the content as are read whole, escapes included. */
function fitting(content: string, resultChars: number | undefined): number {
  if (resultChars === undefined) return Number.POSITIVE_INFINITY
  const growth = Math.max(1, JSON.stringify(content).length / Math.max(1, content.length))
  return Math.max(LEAST_CHARS, Math.floor(((resultChars - AROUND) / growth) * SHARE))
}

/** Some parts have more escapes than others. */
const SHARE = 0.8
