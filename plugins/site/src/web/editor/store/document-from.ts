import {
  apply,
  type DocumentContent,
  type DocumentRef,
  emptySite,
  keyOf,
  type SiteDocument,
} from "../../../document.ts"

/** A document as the server sends it, made one that can be asked. */
export function documentFrom(ref: DocumentRef, content: DocumentContent): SiteDocument {
  const applied = apply(emptySite(), { type: "document.add", document: ref, content })
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site.documents.get(keyOf(ref))!
}
