/** Where styles and scripts load, as people read it. */
import type { OutputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import type { ScriptRuntime, Stylesheet } from "../../../document.ts"

export type ScriptListed = OutputOf<typeof siteContract.listCodeAssets>["assets"][number]

export function whereUsed({ media }: Pick<Stylesheet, "media">): string {
  return media === "" || media === "all" ? "On every page" : `On every page, for ${media}`
}

export function rulesCounted(rules: number): string {
  return rules === 1 ? "1 rule" : `${rules} rules`
}

/** "On 2 pages, in the head of the page". */
export function whereRun({ runtime }: { readonly runtime: ScriptRuntime | null }): string {
  if (!runtime) return "On every page"
  const { documents, place } = runtime
  const where =
    documents === null ? "On every page" : documents.length === 1 ? "On one page" : `On ${documents.length} pages`
  return `${where}, ${place === "head" ? "in the head of the page" : "at the end of the page"}`
}
