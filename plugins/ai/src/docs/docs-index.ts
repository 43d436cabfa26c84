import { tokenize } from "./tokenize.ts"

export interface DocPage {
  slug: string
  /** The first part of the slug. */
  section: string
  title: string
  description: string
  content: string
  truncated: boolean
}

/** What `countersign docs index` writes and the server loads: pages and, per word, where it stands. */
export interface DocsIndex {
  pages: DocPage[]
  /** Word -> flat runs of five: page, count in title, headings, description, body. */
  terms: Record<string, number[]>
  /** Words per page and field. */
  lengths: number[][]
}

export interface SourcePage {
  slug: string
  markdown: string
}

// A page beyond this would crowd everything else out of a model's context.
const MAX_CONTENT_CHARACTERS = 40_000

export function buildDocsIndex(sources: readonly SourcePage[]): DocsIndex {
  const pages = sources.map(toPage).sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const terms = new Map<string, number[]>()
  const lengths = pages.map((page, at) => {
    const fields = fieldsOf(page).map(tokenize)
    const counts = new Map<string, number[]>()
    for (const [field, words] of fields.entries()) {
      for (const word of words) {
        const row = counts.get(word) ?? [0, 0, 0, 0]
        row[field] = (row[field] ?? 0) + 1
        counts.set(word, row)
      }
    }
    for (const [word, row] of counts) terms.set(word, [...(terms.get(word) ?? []), at, ...row])
    return fields.map((words) => words.length)
  })
  return { pages, terms: Object.fromEntries([...terms].sort(([a], [b]) => (a < b ? -1 : 1))), lengths }
}

function fieldsOf(page: DocPage): [string, string, string, string] {
  return [page.title, headingsOf(page.content).join("\n"), page.description, page.content]
}

function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{2,3} +(.+)$/gm)].map((match) => match[1]!)
}

function toPage({ slug, markdown }: SourcePage): DocPage {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown.replaceAll("\r\n", "\n"))
  const header = match?.[1] ?? ""
  const field = (name: string) => new RegExp(`^${name}: *"?(.*?)"? *$`, "m").exec(header)?.[1] ?? ""
  const title = field("title")
  const description = field("description")
  if (!title || !description)
    throw new Error(`docs/guide/${slug}.md has no title or description: begin it with front matter that gives both.`)
  const content = (match?.[2] ?? "").trim()
  const truncated = content.length > MAX_CONTENT_CHARACTERS
  return {
    slug,
    section: slug.split("/")[0]!,
    title,
    description,
    content: truncated ? content.slice(0, MAX_CONTENT_CHARACTERS) : content,
    truncated,
  }
}
