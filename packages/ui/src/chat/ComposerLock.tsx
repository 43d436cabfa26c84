import { Lock } from "lucide-react"
import type { ReactNode } from "react"

export type ComposerLockProps = {
  title: string
  /** Why, and who can change it. */
  children: ReactNode
  actions?: ReactNode
}

/** In the composer's place while nothing can be sent. */
export function ComposerLock({ title, children, actions }: ComposerLockProps) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-2.5 rounded-lg border border-line border-dashed bg-surface px-4 py-3"
    >
      <div className="flex items-start gap-2.5">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="font-semibold text-table">{title}</p>
          <div className="text-muted text-table">{children}</div>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </section>
  )
}
