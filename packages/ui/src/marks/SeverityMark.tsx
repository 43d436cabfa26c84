import { cx } from "../class-names.ts"

export type Severity = "minor" | "major" | "critical"

export const SEVERITY_WORDS: Record<Severity, string> = { minor: "Minor", major: "Major", critical: "Critical" }

export type SeverityMarkProps = { severity: Severity; label?: string; pill?: boolean; className?: string }

/** One, two or three bars, and the word. */
export function SeverityMark({ severity, label = SEVERITY_WORDS[severity], pill, className }: SeverityMarkProps) {
  const level = LEVELS[severity]
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-top text-table",
        INKS[severity],
        pill && cx("h-6 rounded-full px-2 font-medium", SOFTS[severity]),
        className,
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 shrink-0" fill="currentColor">
        <rect x=".5" y="7" width="3" height="4.5" rx=".6" />
        <rect x="4.5" y="4" width="3" height="7.5" rx=".6" opacity={level > 1 ? 1 : 0.25} />
        <rect x="8.5" y=".5" width="3" height="11" rx=".6" opacity={level > 2 ? 1 : 0.25} />
      </svg>
      {label}
    </span>
  )
}

const LEVELS: Record<Severity, number> = { minor: 1, major: 2, critical: 3 }

const INKS: Record<Severity, string> = {
  minor: "text-unknown-ink",
  major: "text-degraded-ink",
  critical: "text-unhealthy-ink",
}

const SOFTS: Record<Severity, string> = {
  minor: "bg-unknown-soft",
  major: "bg-degraded-soft",
  critical: "bg-unhealthy-soft",
}
