import { ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { TextLink } from "../actions/Link.tsx"
import { plainly } from "../text/PlainText.tsx"
import { PAGE_CLASS, PageHeader } from "./ListPage.tsx"
import type { Tab } from "./Tabs.tsx"
import { Tabs } from "./Tabs.tsx"

export type Crumb = { label: string; href: string }

export type ThingPageProps<TabId extends string = string> = {
  /** The way here, without the thing itself. */
  breadcrumbs: readonly Crumb[]
  title: ReactNode
  /** A StatusMark or SeverityMark with `pill`. */
  status?: ReactNode
  /** A quiet line under the title: owner, since when. */
  meta?: ReactNode
  actions?: ReactNode
  /** A Notice across the page: an open incident, a conflict. */
  notice?: ReactNode
  tabs?: readonly Tab<TabId>[]
  tab?: TabId
  onTab?: (id: TabId) => void
  children: ReactNode
  /** KeyValue and other small panels; beside the content on wide screens, below it on narrow ones. */
  facts?: ReactNode
}

export function ThingPage<TabId extends string>(props: ThingPageProps<TabId>) {
  const { breadcrumbs, title, status, meta, actions, notice, tabs, tab, onTab, children, facts } = props
  const body = (
    <div className="flex flex-col gap-x-8 gap-y-6 lg:flex-row">
      <div className="min-w-0 flex-1">{children}</div>
      {facts && (
        <section
          aria-label="Facts"
          className="flex shrink-0 flex-col gap-6 border-hairline max-lg:border-t max-lg:pt-4 lg:w-72 lg:border-l lg:pl-6"
        >
          {facts}
        </section>
      )}
    </div>
  )
  return (
    <div className={PAGE_CLASS}>
      <Breadcrumbs crumbs={breadcrumbs} />
      <PageHeader title={title} mark={status} description={meta} actions={actions} />
      {notice && <div className="mt-3">{notice}</div>}
      {tabs && tab !== undefined && onTab ? (
        <Tabs label="Sections" tabs={tabs} value={tab} onChange={onTab} className="mt-3">
          {body}
        </Tabs>
      ) : (
        <div className="mt-3 border-hairline border-t pt-4">{body}</div>
      )}
    </div>
  )
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className="mb-0.5">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-muted text-table">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="inline-flex min-w-0 items-center gap-1">
            <TextLink plain href={crumb.href} className="truncate">
              {plainly(crumb.label)}
            </TextLink>
            {index < crumbs.length - 1 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A titled part of a page or of its facts; parts are separated by hairlines, never boxed. */
export function Panel({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="flex min-h-8 items-center justify-between gap-3 border-line border-b">
        <h2 className="font-semibold text-prose">{title}</h2>
        {action}
      </div>
      <div className="pt-2">{children}</div>
    </section>
  )
}
