import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

export type ListPageProps = {
  title: string
  /** One sentence about what is listed. */
  description?: ReactNode
  /** The primary action, and at most one quieter one before it. */
  action?: ReactNode
  /** A FilterBar whose state lives in the URL. */
  filters?: ReactNode
  /** The DataTable. */
  children: ReactNode
  /** Where the table does not bring its own. */
  bulkBar?: ReactNode
  pagination?: ReactNode
}

export function ListPage({ title, description, action, filters, children, bulkBar, pagination }: ListPageProps) {
  return (
    <div className={PAGE_CLASS}>
      <PageHeader title={title} description={description} actions={action} />
      {filters && <div className="mt-4">{filters}</div>}
      <div className="mt-2">{children}</div>
      {bulkBar}
      {pagination && <div className="mt-2">{pagination}</div>}
    </div>
  )
}

/** Controls in one line that wraps; on phones the first one takes a whole line. */
export function FilterBar({ children, label = "Filters" }: { children: ReactNode; label?: string }) {
  return (
    <search
      aria-label={label}
      className="flex flex-wrap items-center gap-2 max-sm:[&>:first-child]:w-full sm:[&>:first-child]:w-64"
    >
      {children}
    </search>
  )
}

export type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Beside the title: a status. */
  mark?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, description, mark, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words font-semibold text-title">{plainly(title)}</h1>
          {mark}
        </div>
        {description && <div className="mt-0.5 max-w-[80ch] text-muted text-table">{plainly(description)}</div>}
      </div>
      {actions && <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** The gutters all page kinds share. */
export const PAGE_CLASS = cx("mx-auto w-full max-w-[1600px] px-4 pt-4 pb-10 sm:px-6 sm:pt-5")
