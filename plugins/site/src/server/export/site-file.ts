/** The draft of a site as one file, beside the files of its library. */
import type { DocumentContent, DocumentRef, Site, SiteFacts } from "../../document.ts"

export const SITE_FILE = "countersign-site.json"

export interface SiteFile {
  readonly format: "countersign-site"
  readonly version: 1
  readonly documents: readonly { readonly ref: DocumentRef; readonly content: DocumentContent }[]
  readonly sheets: Site["sheets"]
  readonly facts: SiteFacts
  readonly media: readonly {
    readonly id: string
    readonly fileName: string
    readonly name: string
    readonly alt: string
  }[]
}

/** Where a file of the library lies in the archive. */
export function pathOfMedia(fileName: string): string {
  return `media/${fileName}`
}
