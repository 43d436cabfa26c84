import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

/** `seal` counts what waits for a signature; nothing else wears it. */
export type BadgeTone = "neutral" | "accent" | "seal" | "healthy" | "degraded" | "unhealthy" | "maintenance"

export type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; className?: string; children: ReactNode }

export function Badge({ tone = "neutral", icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5 min-w-0 max-w-full items-center align-top gap-1 whitespace-nowrap rounded-sm px-1.5 text-table",
        TONES[tone],
        className,
      )}
    >
      {icon && (
        <span aria-hidden className="inline-flex [&>svg]:size-3">
          {icon}
        </span>
      )}
      <span className="truncate">{plainly(children)}</span>
    </span>
  )
}

export type CountBadgeProps = { count: number; tone?: "neutral" | "seal"; label: string }

/** A number on a navigation item; the label says what it counts. */
export function CountBadge({ count, tone = "neutral", label }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        "inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1.5 font-medium text-table tabular-nums leading-none",
        tone === "seal" ? "bg-seal text-on-seal" : "bg-surface text-ink outline outline-line -outline-offset-1",
      )}
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">
        {" "}
        {count} {label}
      </span>
    </span>
  )
}

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-unknown-soft text-unknown-ink",
  accent: "bg-accent-soft text-accent-ink",
  seal: "bg-seal-soft text-seal-ink",
  healthy: "bg-healthy-soft text-healthy-ink",
  degraded: "bg-degraded-soft text-degraded-ink",
  unhealthy: "bg-unhealthy-soft text-unhealthy-ink",
  maintenance: "bg-maintenance-soft text-maintenance-ink",
}
