import { refuse, type Site, type SiteDocument } from "../../../document.ts"

export function findPage(site: Site, id: string): SiteDocument {
  const page = site.documents.get(`page:${id}`)
  if (!page) {
    const known = [...site.documents.values()].filter(({ ref }) => ref.type === "page").slice(0, 20)
    refuse(
      `There is no page ${id}. There are ${known.map(({ ref, title }) => `${ref.id} ("${title}")`).join(", ") || "none"}.`,
    )
  }
  return page
}
