import { type Ctx, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { textOf } from "../../document/css/stylesheet.ts"
import { keyOf, tokenSheet } from "../../document.ts"
import { layersFor, renderReading } from "../../render.ts"
import { addressOfPage } from "../publish/addresses.ts"
import { openMaking } from "../publish/make-version.ts"
import { draftAt } from "../publish/previews.ts"
import { planAt } from "../publish/publication-store.ts"
import { openVersion, type SiteVersion } from "../publish/site-version.ts"
import { whyGone } from "../read-documents.ts"
import { sequenceOf } from "../site-store.ts"

/** As it would be published, without its scripts: what is shown in the workspace runs nothing. */
export const previewDocument = implement(siteContract.previewDocument, async (ctx, { document: ref, ...asked }) => {
  const shown = asked.version === undefined ? await draftOf(ctx, asked.sequence) : await publishedIn(ctx, asked.version)
  const document = await shown.load(keyOf(ref))
  if (!document)
    throw new NotFoundError(
      asked.sequence === undefined && asked.version === undefined
        ? await whyGone(ctx, ref)
        : "It was not there then. Choose another version.",
    )
  const { version, frame, rows, media } = await openMaking(ctx, shown)
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
      withIds: asked.ids,
    },
    rows.read,
  )
  const styles = [
    { css: tokenSheet(facts.tokens, media), media: "" },
    ...version.sheets.map((sheet) => ({ css: textOf(sheet), media: sheet.media })),
  ]
  if (!rendered.ok) return { html: "", styles, problems: [rendered.reason] }
  return { html: rendered.html, styles, problems: [...rendered.problems] }
})

async function draftOf(ctx: Ctx, sequence: number | undefined): Promise<SiteVersion> {
  const current = await sequenceOf(ctx.tx)
  if (sequence !== undefined && sequence > current)
    throw new InvalidInputError(`Nothing has happened at ${sequence} yet: the latest change is ${current}.`)
  return draftAt(ctx, sequence ?? current)
}

async function publishedIn(ctx: Ctx, number: number): Promise<SiteVersion> {
  const plan = await planAt(ctx.tx, number)
  if (!plan) throw new NotFoundError(`There is no version ${number}. List the versions to find the right one.`)
  return openVersion(ctx, plan)
}
