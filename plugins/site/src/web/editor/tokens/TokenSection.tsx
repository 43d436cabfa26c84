import type { ReactNode } from "react"

interface TokenSectionProps {
  title: string
  /** Said where there is none. */
  none: string
  isEmpty: boolean
  children: ReactNode
  /** How one more is made. */
  add?: ReactNode
}

export function TokenSection({ title, none, isEmpty, children, add }: TokenSectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-medium text-table">{title}</h3>
      {isEmpty ? <p className="text-muted text-table">{none}</p> : <ul className="flex flex-col gap-3">{children}</ul>}
      {add}
    </section>
  )
}
