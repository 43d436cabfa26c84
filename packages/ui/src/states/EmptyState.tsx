import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

export type EmptyStateProps = {
  title: string
  /** One sentence: what would be here, or what to do first. */
  children: ReactNode
  action?: ReactNode
  /** A second, quieter way, such as a link into the guide. */
  secondary?: ReactNode
  icon?: ReactNode
  className?: string
}

export function EmptyState({ title, children, action, secondary, icon, className }: EmptyStateProps) {
  return (
    <div className={cx("flex flex-col items-start gap-1 py-10 sm:px-2 sm:items-center sm:text-center", className)}>
      {icon && (
        <span aria-hidden className="mb-2 inline-flex text-faint [&>svg]:size-6 [&>svg]:stroke-[1.5]">
          {icon}
        </span>
      )}
      <h3 className="font-semibold text-prose">{title}</h3>
      <p className="max-w-md text-muted text-table">{plainly(children)}</p>
      {(action || secondary) && (
        <div className="mt-3 flex flex-wrap items-center gap-3 sm:justify-center">
          {action}
          {secondary}
        </div>
      )}
    </div>
  )
}
