import { type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { keyOf, type SiteFacts } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { FACTS } from "../parts.ts"
import { changedFacts } from "../publish/changed-facts.ts"
import { publishedFacts } from "../publish/publication-store.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"
import { findSummaries, findSummary, type Known } from "./browsing-store.ts"

export const findDocuments = implement(siteContract.findDocuments, async (ctx, input) =>
  findSummaries(ctx.tx, input, await known(ctx)),
)

export const getDocument = implement(siteContract.getDocument, async (ctx, { document }) => {
  const now = await known(ctx)
  const found = await findSummary(ctx.tx, keyOf(document), now)
  if (!found) throw new NotFoundError(await whyGone(ctx, document))
  const { facts } = now
  const { type, id } = document
  const page = type === "page" ? (own(facts.pages, id) ?? {}) : null
  const target = type === "template" ? (own(facts.templates, id)?.target ?? null) : null
  return { ...found, page, target: target?.type === "postTypes" ? { ...target, slugs: [...target.slugs] } : target }
})

export const getSiteAddress = implement(siteContract.getSiteAddress, async ({ runtime }) => ({
  url: runtime.siteUrl ?? runtime.localSiteUrl?.() ?? null,
}))

async function known(ctx: Ctx): Promise<Known> {
  const facts = await factsOf(ctx)
  return { facts, toldOtherwise: changedFacts(await publishedFacts(ctx.tx), facts) }
}

export async function factsOf(ctx: Ctx): Promise<SiteFacts> {
  return (await loadPart(ctx, FACTS, await sequenceOf(ctx.tx))).part.facts
}

function own<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined
}
