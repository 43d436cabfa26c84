import { type DocumentRef, keyOf, refuse, type Site, type SiteDocument } from "../../../document.ts"
import { layersFor, templatesOf } from "../../../render.ts"
import { findDocument } from "../run/find-node.ts"
import { summaryOf } from "./assets.ts"

/** Which stylesheets and scripts a page has once it is published, in their order: its own, and those of the template around it. */
export function inspectCodeRuntime(site: Site, { document: ref }: { document?: DocumentRef | undefined }) {
  const document = findDocument(site, ref)
  if (document.ref.type === "visualComponent")
    refuse(`The component ${document.ref.id} has no code of its own. Name a page that shows it, or a template.`)
  const keys = layersOf(site, document).map((layer) => keyOf(layer.ref))
  return {
    pageId: document.ref.id,
    document: { ...document.ref },
    scripts: site.scripts
      .filter(({ runtime }) => runtime.documents === null || runtime.documents.some((key) => keys.includes(key)))
      .map((script) => {
        const { fileId, path, hash, runtime } = summaryOf({ type: "script", script })
        return { fileId, path, hash, runtime: runtime! }
      }),
    styles: site.sheets.map((sheet) => {
      const { fileId, path, hash } = summaryOf({ type: "style", sheet })
      return { fileId, path, hash, media: sheet.media }
    }),
  }
}

function layersOf(site: Site, document: SiteDocument): readonly SiteDocument[] {
  if (document.ref.type === "template") return [document]
  return layersFor({ type: "page", document }, templatesOf(site)) ?? [document]
}
