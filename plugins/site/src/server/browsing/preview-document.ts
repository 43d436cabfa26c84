import { type Ctx, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { textOf } from "../../document/css/stylesheet.ts"
import { type DocumentRef, keyOf, mapOf, policyOf, type SiteDocument, tokenSheet } from "../../document.ts"
import { layersFor, renderReading, templatesOf } from "../../render.ts"
import { loadPart } from "../load-part.ts"
import { FACTS, STYLES } from "../parts.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"
import { refsOf } from "./browsing-store.ts"

export const previewDocument = implement(siteContract.previewDocument, async (ctx, { document: ref, sequence }) => {
  const current = await sequenceOf(ctx.tx)
  const at = sequence ?? current
  if (at > current) throw new InvalidInputError(`Nothing has happened at ${at} yet: the latest change is ${current}.`)
  const document = await documentAt(ctx, ref, at)
  if (!document)
    throw new NotFoundError(
      sequence === undefined ? await whyGone(ctx, ref) : "It was not there then. Choose another version.",
    )
  const others = await documentsAt(ctx, at)
  const { facts } = (await loadPart(ctx, FACTS, at)).part
  const components = others.filter(({ ref: { type } }) => type === "visualComponent")
  const templates = templatesOf({ documents: mapOf(others.map((one) => [keyOf(one.ref), one])), facts })
  const layers = ref.type === "page" ? (layersFor({ type: "page", document }, templates) ?? [document]) : [document]
  const { name = "", description = "", language = "en" } = facts.settings
  const address = facts.pages[ref.id]?.address ?? ""
  const rendered = await renderReading(
    {
      layers,
      components: new Map(components.map((one) => [one.ref.id, one])),
      sources: new Map(),
      site: { name, description, language, timeZone: "UTC" },
      page: { title: document.title, description: facts.pages[ref.id]?.description ?? "" },
      route: { path: `/${address}` },
      policy: policyOf(facts),
    },
    async () => ({ rows: [], total: 0 }),
  )
  const { sheets } = (await loadPart(ctx, STYLES, at)).part
  const styles = [
    { css: tokenSheet(facts.tokens, () => null), media: "" },
    ...sheets.map((sheet) => ({ css: textOf(sheet), media: sheet.media })),
  ]
  if (!rendered.ok) return { html: "", styles, problems: [rendered.reason] }
  return { html: rendered.html, styles, problems: [...rendered.problems] }
})

async function documentsAt(ctx: Ctx, sequence: number): Promise<SiteDocument[]> {
  const found: SiteDocument[] = []
  for (const ref of await refsOf(ctx.tx, ["template", "visualComponent"])) {
    const document = await documentAt(ctx, ref, sequence)
    if (document) found.push(document)
  }
  return found
}

async function documentAt(ctx: Ctx, ref: DocumentRef, sequence: number): Promise<SiteDocument | null> {
  const { part } = await loadPart(ctx, keyOf(ref), sequence)
  return part.documents.get(keyOf(ref)) ?? null
}
