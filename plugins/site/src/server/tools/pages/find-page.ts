import { refuse, type Site, type SiteDocument } from "../../../document.ts"

export function findPage(site: Site, id: string): SiteDocument {
  const page = site.documents.get(`page:${id}`)
  if (!page) {
    // By their ids alone: titles are words of whoever wrote the page.
    const known = [...site.documents.values()].flatMap(({ ref }) => (ref.type === "page" ? [ref.id] : []))
    refuse(
      `There is no page ${id}. There are ${known.slice(0, 20).join(", ") || "none"}. List the documents for their titles.`,
    )
  }
  return page
}
