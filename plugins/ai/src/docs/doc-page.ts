export interface DocPage {
  slug: string
  /** The first part of the slug. */
  section: string
  /** Whose page it is; null for the platform's own. A plugin that does not run is not in the guide. */
  plugin: string | null
  title: string
  description: string
  content: string
  truncated: boolean
}

/** A page as it lies in a guide folder. */
export interface SourcePage {
  /** From the root of the checkout: `plugins/incident/guide/operate/incidents.md`. */
  file: string
  plugin: string | null
  /** `operate/incidents`: the file's path below its guide folder. */
  slug: string
  markdown: string
}

// A page beyond this would crowd everything else out of a model's context.
const MAX_CONTENT_CHARACTERS = 40_000

/** Pages link to each other as files, so that they also work where the guide is read as files; here by their address. */
export function toPages(sources: readonly SourcePage[]): DocPage[] {
  const problems = problemsOf(sources)
  if (problems.length > 0) throw new Error(problems.join("\n"))
  const slugs = new Map(sources.map(({ file, slug }) => [file, slug]))
  return sources.map((source) => toPage(source, slugs)).sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** What keeps the pages from being a guide, a sentence each. */
export function problemsOf(sources: readonly SourcePage[]): string[] {
  const bySlug = new Map<string, SourcePage>()
  const anchors = new Map(sources.map(({ file, markdown }) => [file, anchorsOf(markdown)]))
  return sources.flatMap((source) => {
    const { file, slug, markdown } = source
    const problems: string[] = []
    const { title, description } = readFrontMatter(markdown)
    if (!title || !description)
      problems.push(`${file} has no title or description: begin it with front matter that gives both.`)
    if (slug.split("/").length !== 2)
      problems.push(`${file} is not in a section: a page is <guide folder>/<section>/<page>.md.`)
    const twin = bySlug.get(slug)
    if (twin) problems.push(`${file} and ${twin.file} have the same address, ${slug}: rename one of them.`)
    bySlug.set(slug, source)
    for (const { href, target, anchor } of linksOf(source)) {
      const known = anchors.get(target)
      if (!known) problems.push(`${file} links to ${href}, but there is no page ${target}.`)
      else if (anchor && !known.has(anchor))
        problems.push(`${file} links to ${href}, but ${target} has no heading for #${anchor}.`)
    }
    return problems
  })
}

function toPage({ file, slug, plugin, markdown }: SourcePage, slugs: ReadonlyMap<string, string>): DocPage {
  const { title, description, body } = readFrontMatter(markdown)
  const content = body.replace(LINK, (link, href: string) => {
    const { target, anchor } = resolveLink(href, file)
    if (target === file) return link
    return `](/help/${slugs.get(target)}${anchor ? `#${anchor}` : ""})`
  })
  const truncated = content.length > MAX_CONTENT_CHARACTERS
  return {
    slug,
    section: slug.split("/")[0]!,
    plugin,
    title,
    description,
    content: truncated ? content.slice(0, MAX_CONTENT_CHARACTERS) : content,
    truncated,
  }
}

/** Links to files; what has a scheme or begins with a slash leads out of the guide. */
const LINK = /\]\((?![a-z]+:|\/)([^)\s]+)\)/g

function linksOf({ file, markdown }: SourcePage): { href: string; target: string; anchor: string }[] {
  return [...markdown.matchAll(LINK)].map((match) => ({ href: match[1]!, ...resolveLink(match[1]!, file) }))
}

function resolveLink(href: string, file: string): { target: string; anchor: string } {
  const { pathname, hash } = new URL(href, `file:///${file}`)
  return { target: pathname.slice(1), anchor: hash.slice(1) }
}

/** As GitHub and the Help page name them. */
function anchorsOf(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/^#{1,6} +(.+)$/gm)].map((match) => anchorOf(match[1]!)))
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
}

function readFrontMatter(markdown: string): { title: string; description: string; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(markdown)
  const header = match?.[1] ?? ""
  const field = (name: string) => new RegExp(`^${name}: *"?(.*?)"? *$`, "m").exec(header)?.[1] ?? ""
  return { title: field("title"), description: field("description"), body: (match?.[2] ?? "").trim() }
}
