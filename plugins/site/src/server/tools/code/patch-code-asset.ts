import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { refuse, type Site } from "../../../document.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { contentOf, demandHash, findAsset, pathOf, type summaryOf } from "./assets.ts"
import { writeCodeAsset } from "./write-code-asset.ts"

type Input = ParsedInputOf<typeof siteContract.patchCodeAsset>

export function patchCodeAsset(
  site: Site,
  input: Input,
  context: RunContext,
): Ran<ReturnType<typeof summaryOf> & { replacements: number }> {
  const asset = findAsset(site, input)
  demandHash(asset, input.expectedHash)
  let content = contentOf(asset)
  let replacements = 0
  for (const { oldText, newText, replaceAll } of input.replacements) {
    const found = content.split(oldText).length - 1
    const shown = oldText.slice(0, 60)
    if (found === 0) refuse(`"${shown}" is not in ${pathOf(asset)}. Read the file and copy the text exactly.`)
    if (found > 1 && !replaceAll)
      refuse(`"${shown}" is in ${pathOf(asset)} ${found} times. Copy more of what stands around it, or set replaceAll.`)
    content = content.replaceAll(oldText, () => newText)
    replacements += found
  }
  const written = writeCodeAsset(
    site,
    { path: pathOf(asset), type: asset.type, content, expectedHash: input.expectedHash },
    context,
  )
  const { action: _, ...summary } = written.data
  return { ...written, data: { ...summary, replacements } }
}
