import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { cleanCss, policyOf, refuse, rewriteSheet, type Site, sheetOf } from "../../../document.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { assetsOf, demandHash, pathOf, scriptOf, summaryOf } from "./assets.ts"

type Input = ParsedInputOf<typeof siteContract.writeCodeAsset>
type Written = ReturnType<typeof summaryOf> & { action: "created" | "updated" }

const STYLE_PATH = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*\.css$/

export function writeCodeAsset(site: Site, input: Input, { nextId }: RunContext): Ran<Written> {
  const before = assetsOf(site).find((asset) => pathOf(asset) === input.path)
  if (before && before.type !== input.type)
    refuse(`The file ${input.path} is a ${before.type}. Choose another path for a ${input.type}.`)
  if (before) demandHash(before, input.expectedHash)
  const action = before ? "updated" : "created"
  if (input.type === "script") {
    const known = before?.type === "script" ? before.script : undefined
    const script = scriptOf(
      known?.id ?? nextId().replace("~", "-"),
      input.path,
      input.content,
      input.runtime ?? known?.runtime,
    )
    return { commands: [{ type: "asset.set", script }], data: { ...summaryOf({ type: "script", script }), action } }
  }
  if (input.runtime) refuse("A stylesheet is for every page. Leave the runtime out, and use selectors instead.")
  if (input.path.length > 200 || !STYLE_PATH.test(input.path))
    refuse(
      `"${input.path.slice(0, 60)}" cannot be the path of a stylesheet. Use letters, digits and hyphens, and end it with .css.`,
    )
  const { css, removed } = cleanCss(input.content, policyOf(site.facts))
  const warnings = removed.map((part) => `${part} was left out: it could run or load something.`)
  if (before?.type === "style") {
    const sheet = sheetOf(css, before.sheet)
    return {
      commands: rewriteSheet(before.sheet, css, nextId),
      data: { ...summaryOf({ type: "style", sheet }), action },
      warnings,
    }
  }
  const sheet = sheetOf(css, { id: nextId(), name: input.path })
  const after = site.sheets.at(-1)?.id ?? null
  return {
    commands: [{ type: "sheet.add", sheet, after }],
    data: { ...summaryOf({ type: "style", sheet }), action },
    warnings,
  }
}
