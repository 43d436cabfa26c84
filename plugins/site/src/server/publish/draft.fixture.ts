/** Drafts out of HTML, as commands. */
import type { SiteCommand } from "../../contract.ts"
import type { DocumentRef } from "../../document.ts"
import { starterDocument } from "../../render/starters/starter-document.ts"
import { contentOf } from "../stored-part.ts"

/** A document out of its HTML, as one command. */
export function adding(ref: DocumentRef, title: string, html: string): SiteCommand {
  const content = contentOf(starterDocument(ref, title, html))
  return { type: "document.add", document: ref, content } as SiteCommand
}

export function pageWith(id: string, title: string, body: string, address: string | null = id): SiteCommand[] {
  const html = `<!doctype html><html><head></head><body>${body}</body></html>`
  return [
    adding({ type: "page", id }, title, html),
    ...(address === null ? [] : [{ type: "page.set" as const, page: id, set: { address } }]),
  ]
}
