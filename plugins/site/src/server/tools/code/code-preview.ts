import type { Ctx, Preview } from "@countersign/core/server"
import { sequenceOf } from "../../site-store.ts"
import { loadSite } from "../run/load-site.ts"
import { assetsOf, contentOf, pathOf, summaryOf } from "./assets.ts"

interface Shown {
  readonly content: string
  readonly runtime: ReturnType<typeof summaryOf>["runtime"]
}

/** The card of a change of code: the whole text, and where it will run. */
export async function codePreview(ctx: Ctx, path: string, after: (before: Shown | null) => Shown): Promise<Preview> {
  const site = await loadSite(ctx, await sequenceOf(ctx.tx), [])
  const asset = assetsOf(site).find((one) => pathOf(one) === path)
  const before = asset ? { content: contentOf(asset), runtime: summaryOf(asset).runtime } : null
  const will = after(before)
  const script = asset ? asset.type === "script" : !path.endsWith(".css")
  return {
    summary: `${before ? "Change" : "Add"} the ${script ? "script" : "stylesheet"} "${path}"`,
    ...(before && { target: { id: summaryOf(asset!).fileId, path, ...before } }),
    after: { path, ...will },
    consequences: script
      ? [`It runs in visitors' browsers ${whereRuns(will.runtime?.documents ?? null)} once the site is published.`]
      : [],
  }
}

function whereRuns(documents: readonly string[] | null): string {
  return documents === null ? "on every page" : `on ${documents.join(", ")}`
}
