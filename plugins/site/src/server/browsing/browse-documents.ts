import { type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { keyOf, type SiteFacts } from "../../document.ts"
import { loadPart } from "../load-part.ts"
import { FACTS } from "../parts.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"
import { findSummaries, findSummary } from "./browsing-store.ts"

export const findDocuments = implement(siteContract.findDocuments, async (ctx, input) =>
  findSummaries(ctx.tx, input, await factsOf(ctx)),
)

export const getDocument = implement(siteContract.getDocument, async (ctx, { document }) => {
  const facts = await factsOf(ctx)
  const found = await findSummary(ctx.tx, keyOf(document), facts)
  if (!found) throw new NotFoundError(await whyGone(ctx, document))
  const { type, id } = document
  const page = type === "page" ? (own(facts.pages, id) ?? {}) : null
  const target = type === "template" ? (own(facts.templates, id)?.target ?? null) : null
  return { ...found, page, target: target?.type === "postTypes" ? { ...target, slugs: [...target.slugs] } : target }
})

export const getSiteAddress = implement(siteContract.getSiteAddress, async (ctx) => ({ url: ctx.runtime.siteUrl }))

export async function factsOf(ctx: Ctx): Promise<SiteFacts> {
  return (await loadPart(ctx, FACTS, await sequenceOf(ctx.tx))).part.facts
}

function own<T>(entries: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined
}
