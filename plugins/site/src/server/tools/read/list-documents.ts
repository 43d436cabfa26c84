import type { OutputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import type { DocumentRef, PageFacts, Site, TemplateFacts } from "../../../document.ts"

type Listed = OutputOf<typeof siteContract.describeDocuments>

const MOST = 200

export function listDocuments(site: Site): Listed {
  const { facts } = site
  const documents = [...site.documents.values()].map(({ ref, title, contentNodeId }) => {
    const page = ref.type === "page" ? facts.pages[ref.id] : undefined
    const template = ref.type === "template" ? facts.templates[ref.id] : undefined
    return {
      document: { ...ref },
      title,
      rootNodeId: contentNodeId,
      summary: summaryOf(ref, page, template),
      ...(page && { page: { ...page } }),
      ...(template && { template: { target: copied(template.target), priority: template.priority } }),
    }
  })
  return { documents: documents.slice(0, MOST), left: Math.max(0, documents.length - MOST) }
}

function copied(target: TemplateFacts["target"]) {
  return target.type === "postTypes" ? { ...target, slugs: [...target.slugs] } : { ...target }
}

function summaryOf({ type }: DocumentRef, page?: PageFacts, template?: TemplateFacts): string {
  if (type === "visualComponent") return "Component"
  if (type === "template") {
    if (!template) return "Template for nothing yet"
    if (template.target.type === "everywhere") return "Template around every page"
    return template.target.type === "notFound"
      ? "Shown where there is no page"
      : `Template for ${template.target.slugs.join(", ")}`
  }
  if (page?.address === undefined) return "Page without an address: in the draft only"
  return page.address === "" ? "Home page" : `Page at /${page.address}`
}
