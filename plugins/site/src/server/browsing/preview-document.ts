import { type Ctx, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { textOf } from "../../document/css/stylesheet.ts"
import { type DocumentRef, keyOf, OWN_ONLY, type SiteDocument } from "../../document.ts"
import { renderReading } from "../../render.ts"
import { loadPart } from "../load-part.ts"
import { STYLES } from "../parts.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"
import { refsOf } from "./browsing-store.ts"

export const previewDocument = implement(siteContract.previewDocument, async (ctx, { document: ref, sequence }) => {
  const current = await sequenceOf(ctx.tx)
  const at = sequence ?? current
  if (at > current) throw new InvalidInputError(`Nothing has happened at ${at} yet: the latest change is ${current}.`)
  const document = await documentAt(ctx, ref, at)
  if (!document)
    throw new NotFoundError(sequence === undefined ? await whyGone(ctx, ref) : `There was no such document then.`)
  const components = await Promise.all(
    (await refsOf(ctx.tx, ["visualComponent"])).map((one) => documentAt(ctx, one, at)),
  )
  const known = new Map(components.flatMap((one) => (one ? [[one.ref.id, one] as const] : [])))
  const rendered = await renderReading(
    {
      layers: [document],
      components: known,
      sources: new Map(),
      site: {},
      page: { title: document.title },
      route: { path: "/" },
      policy: OWN_ONLY,
    },
    async () => ({ rows: [], total: 0 }),
  )
  const { part } = await loadPart(ctx, STYLES, at)
  const styles = part.sheets.map((sheet) => ({ css: textOf(sheet), media: sheet.media }))
  if (!rendered.ok) return { html: "", styles, problems: [rendered.reason] }
  return { html: rendered.html, styles, problems: [...rendered.problems] }
})

async function documentAt(ctx: Ctx, ref: DocumentRef, sequence: number): Promise<SiteDocument | null> {
  const { part } = await loadPart(ctx, keyOf(ref), sequence)
  return part.documents.get(keyOf(ref)) ?? null
}
