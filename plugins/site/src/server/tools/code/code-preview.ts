import { type AnyProcedure, type ParsedInputOf, quoteName } from "@countersign/core/contract"
import { type Ctx, type Preview, ToolValidationError } from "@countersign/core/server"
import { sequenceOf } from "../../site-store.ts"
import { wordsOfCode } from "../../whose-words.ts"
import { loadSite } from "../run/load-site.ts"
import type { RunVerb } from "../run/make-verb.ts"
import { tried } from "../run/preview-draft.ts"
import { assetsOf, type CodeAsset, contentOf, demandCodeRight, pathOf, summaryOf } from "./assets.ts"

/** The card of a change of code: the whole text before and after, and where it will run. */
export async function codePreview<P extends AnyProcedure>(
  ctx: Ctx,
  verb: RunVerb<P>,
  input: ParsedInputOf<P>,
): Promise<Preview> {
  const site = await loadSite(ctx, await sequenceOf(ctx.tx), [])
  const { site: next, data, warnings } = await tried(ctx, site, verb, input)
  const { fileId } = data as { fileId: string }
  const [before, after] = [site, next].map((one) => assetsOf(one).find((asset) => summaryOf(asset).fileId === fileId))
  if (!after) throw new ToolValidationError([{ path: "content", message: "Nothing is left of the file." }])
  demandCodeRight(ctx, after.type)
  const { path, runtime } = summaryOf(after)
  const kind = after.type === "script" ? "script" : "stylesheet"
  return {
    summary: `${before ? "Change" : "Add"} the ${kind} ${quoteName(path)}`,
    ...(before && { target: shown(before) }),
    after: shown(after),
    // Its path and its text are words of whoever wrote it.
    things: before
      ? [{ type: "site.file", id: fileId, name: pathOf(before), partOf: wordsOfCode({ type: after.type, fileId }) }]
      : [],
    consequences: [...(after.type === "script" ? [whereRuns(runtime?.documents ?? null)] : []), ...warnings],
  }
}

function shown(asset: CodeAsset) {
  const { fileId, path, type, hash, runtime } = summaryOf(asset)
  return { id: fileId, path, type, hash, content: contentOf(asset), runtime }
}

function whereRuns(documents: readonly string[] | null): string {
  const where = documents === null ? "on every page" : `on ${documents.map(quoteName).join(", ") || "no page"}`
  return `It runs in visitors' browsers ${where} once the site is published.`
}
