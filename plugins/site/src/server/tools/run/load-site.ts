import type { Ctx } from "@countersign/core/server"
import { type DocumentRef, keyOf, type Site } from "../../../document.ts"
import { loadParts } from "../../load-part.ts"
import { listParts } from "../../part-store.ts"
import { FACTS, joinParts, SCRIPTS, STYLES } from "../../parts.ts"
import type { Where } from "./find-node.ts"

/** How many documents a tool looks through when it was not told in which one to look. */
const MOST_DOCUMENTS = 500

/** The site with these documents, or with all of them as far as that goes, and in any case with those that are named. */
export async function loadSite(
  ctx: Ctx,
  sequence: number,
  documents: readonly DocumentRef[] | "all",
  named: readonly DocumentRef[] = [],
): Promise<Site> {
  const found = documents === "all" ? (await listParts(ctx.tx, { limit: MOST_DOCUMENTS })).documents : documents
  const keys = new Set([STYLES, FACTS, SCRIPTS, ...[...found, ...named].map(keyOf)])
  return joinParts(await loadParts(ctx, [...keys], sequence))
}

/** The site with the documents that a call is about; `whole`: with all the others as well. */
export function loadSiteFor(ctx: Ctx, sequence: number, input: object, { whole = false } = {}): Promise<Site> {
  const { document, pageId } = input as { document?: Where; pageId?: string }
  if (document !== undefined)
    return whole ? loadSite(ctx, sequence, "all", namedBy(document)) : loadSite(ctx, sequence, namedBy(document))
  return loadSite(ctx, sequence, "all", pageId === undefined ? [] : pageOrTemplate(pageId))
}

/** What is no document is refused where it is looked for. */
export function namedBy(document: Where): DocumentRef[] {
  if (typeof document !== "string") return [document]
  const [, type, id] = /^(page|template|visualComponent):(.*)$/s.exec(document) ?? []
  return type ? [{ type: type as DocumentRef["type"], id: id! }] : []
}

function pageOrTemplate(id: string): DocumentRef[] {
  return [
    { type: "page", id },
    { type: "template", id },
  ]
}
