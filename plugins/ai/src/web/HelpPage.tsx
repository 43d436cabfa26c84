import { useCall } from "@countersign/core/web"
import { EmptyState, ListPage, Notice, SearchInput, Skeleton, TextLink } from "@countersign/ui"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { aiContract, type DocSummary } from "../contract.ts"
import { SECTION_TITLES } from "./section-titles.ts"

export default function HelpPage() {
  const { q = "" } = useSearch({ strict: false }) as { q?: string }
  const navigate = useNavigate()
  const search = (text: string) => navigate({ to: "/help", search: text ? { q: text } : {}, replace: true })
  return (
    <ListPage
      title="Help"
      description="How everything here works. The assistant reads the same pages."
      filters={<SearchInput label="Search the guide" value={q} onChange={search} shortcut="/" />}
    >
      {q.trim() ? <Hits query={q.trim()} /> : <Contents />}
    </ListPage>
  )
}

function Contents() {
  const { data, error } = useCall(aiContract.listDocs, {})
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={8} label="Loading the guide" />
  return (
    <div className="grid gap-x-10 gap-y-8 pt-4 md:grid-cols-2">
      {data.sections.map((section) => (
        <Section key={section} section={section} pages={data.pages.filter((page) => page.section === section)} />
      ))}
    </div>
  )
}

function Section({ section, pages }: { section: string; pages: readonly DocSummary[] }) {
  return (
    <section aria-label={SECTION_TITLES[section] ?? section}>
      <h2 className="border-hairline border-b pb-1 font-semibold text-prose">{SECTION_TITLES[section] ?? section}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.slug} className="border-hairline border-b py-2">
            <TextLink href={`/help/${page.slug}`}>{page.title}</TextLink>
            <p className="text-muted">{page.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hits({ query }: { query: string }) {
  const { data, error } = useCall(aiContract.searchDocs, { query, limit: 10 }, { keepPrevious: true })
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={6} label="Searching" />
  if (data.hits.length === 0)
    return (
      <EmptyState title="No page has these words" action={<TextLink href="/help">See all pages</TextLink>}>
        Try another word for the same thing, or look through the list of pages.
      </EmptyState>
    )
  return (
    <ol aria-label="Pages found" className="pt-2">
      {data.hits.map((hit) => (
        <li key={hit.slug} className="border-hairline border-b py-3">
          <TextLink href={`/help/${hit.slug}`}>{hit.title}</TextLink>
          {hit.heading && <span className="text-muted"> › {hit.heading}</span>}
          <p className="text-muted">{hit.snippet}</p>
        </li>
      ))}
    </ol>
  )
}
