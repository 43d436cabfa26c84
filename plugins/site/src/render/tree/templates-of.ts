import type { Site } from "../../document/tree/node.ts"
import type { Template } from "./choose-templates.ts"

/** The templates of a site as pages are chosen by them; one that says of nothing what it is for is passed over. */
export function templatesOf({ documents, facts }: Pick<Site, "documents" | "facts">): readonly Template[] {
  return Object.entries(facts.templates).flatMap(([id, { target, priority }]): Template[] => {
    const document = documents.get(`template:${id}`)
    if (!document) return []
    if (target.type !== "postTypes") return [{ document, target, priority }]
    return [{ document, target: { type: "entries", sources: target.slugs }, priority }]
  })
}
