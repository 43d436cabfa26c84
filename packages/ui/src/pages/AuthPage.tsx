import type { ReactNode } from "react"

export type AuthPageProps = {
  title: string
  description?: ReactNode
  /** The product's mark; a default is drawn. */
  brand?: ReactNode
  children: ReactNode
  /** Quiet links under the form. */
  footer?: ReactNode
}

/** One centred column, for signing in and setting up. */
export function AuthPage({ title, description, brand = <Brand />, children, footer }: AuthPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 pt-[12vh] pb-10 text-table">
      <div className="w-full max-w-sm">
        {brand}
        <h1 className="mt-8 font-semibold text-title">{title}</h1>
        {description && <div className="mt-1 text-muted text-prose">{description}</div>}
        <div className="mt-5">{children}</div>
        {footer && <div className="mt-6 border-hairline border-t pt-4 text-muted">{footer}</div>}
      </div>
    </main>
  )
}

/** The mark, and the name unless only the mark fits. */
export function Brand({ markOnly, name = "Countersign" }: { markOnly?: boolean; name?: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-ink text-prose">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0">
        <circle cx="10" cy="10" r="8.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path
          d="m5.6 10.4 2.9 2.9 5.9-6.6"
          fill="none"
          stroke="var(--color-seal)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={markOnly ? "sr-only" : undefined}>{name}</span>
    </span>
  )
}
