import type { Ctx } from "@countersign/core/server"
import { type DocumentRef, keyOf, type Site } from "../../../document.ts"
import { loadPart } from "../../load-part.ts"
import { listParts } from "../../part-store.ts"
import { FACTS, joinParts, type Part, SCRIPTS, STYLES } from "../../parts.ts"

/** How many documents a tool looks through when it was not told in which one to look. */
const MOST_DOCUMENTS = 500

/** The site with these documents, or with all of them. */
export async function loadSite(ctx: Ctx, sequence: number, documents: readonly DocumentRef[] | "all"): Promise<Site> {
  const refs = documents === "all" ? (await listParts(ctx.tx, { limit: MOST_DOCUMENTS })).documents : documents
  const parts = new Map<string, Part>()
  for (const key of [STYLES, FACTS, SCRIPTS, ...refs.map(keyOf)])
    parts.set(key, (await loadPart(ctx, key, sequence)).part)
  return joinParts(parts)
}
