import type { McpResources } from "@countersign/core/server"
import { getDoc } from "./get-doc.ts"
import { listDocs } from "./list-docs.ts"

const PREFIX = "countersign://guide/"
const MARKDOWN = "text/markdown"

/** The guide, for MCP clients: the same pages that people read. */
export const guideResources: McpResources = {
  prefix: PREFIX,
  async list(caller) {
    const { pages } = await listDocs(caller, {})
    return pages.map(({ slug, title, description }) => ({
      uri: PREFIX + slug,
      name: slug,
      title,
      description,
      mimeType: MARKDOWN,
    }))
  },
  async read(caller, uri) {
    const { content } = await getDoc(caller, { slug: uri.slice(PREFIX.length) })
    return { text: content, mimeType: MARKDOWN }
  },
}
