import { InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { textOf } from "../../document/css/stylesheet.ts"
import { keyOf, tokenSheet } from "../../document.ts"
import { layersFor, renderReading } from "../../render.ts"
import { loadPart } from "../load-part.ts"
import { STYLES } from "../parts.ts"
import { addressOfPage } from "../publish/addresses.ts"
import { openMaking } from "../publish/make-version.ts"
import { draftAt } from "../publish/previews.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"

/** As it would be published, without its scripts: what is shown in the workspace runs nothing. */
export const previewDocument = implement(siteContract.previewDocument, async (ctx, { document: ref, sequence }) => {
  const current = await sequenceOf(ctx.tx)
  const at = sequence ?? current
  if (at > current) throw new InvalidInputError(`Nothing has happened at ${at} yet: the latest change is ${current}.`)
  const { part } = await loadPart(ctx, keyOf(ref), at)
  const document = part.documents.get(keyOf(ref))
  if (!document)
    throw new NotFoundError(
      sequence === undefined ? await whyGone(ctx, ref) : "It was not there then. Choose another version.",
    )
  const { version, frame, rows, media } = await openMaking(ctx, await draftAt(ctx, at))
  const { facts } = version
  const known = Object.hasOwn(facts.pages, ref.id) ? facts.pages[ref.id] : undefined
  const layers = ref.type === "page" ? layersFor({ type: "page", document }, frame.templates) : null
  const rendered = await renderReading(
    {
      layers: layers ?? [document],
      components: frame.components,
      sources: rows.sources,
      site: frame.site,
      page: {
        title: known?.seoTitle ?? document.title,
        description: known?.description ?? null,
        language: known?.language ?? String(frame.site.language),
      },
      route: { path: addressOfPage(known?.address ?? "") },
      policy: frame.policy,
    },
    rows.read,
  )
  const { sheets } = (await loadPart(ctx, STYLES, at)).part
  const styles = [
    { css: tokenSheet(facts.tokens, media), media: "" },
    ...sheets.map((sheet) => ({ css: textOf(sheet), media: sheet.media })),
  ]
  if (!rendered.ok) return { html: "", styles, problems: [rendered.reason] }
  return { html: rendered.html, styles, problems: [...rendered.problems] }
})
