import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

export type Fact = { label: string; value: ReactNode; mono?: boolean }

export type KeyValueProps = {
  facts: readonly Fact[]
  /** "rows" for side panels, "stacked" for long values. */
  layout?: "rows" | "stacked"
  className?: string
}

/** Facts about a thing. An absent value is drawn as a dash, not left out: its absence is a fact too. */
export function KeyValue({ facts, layout = "rows", className }: KeyValueProps) {
  return (
    <dl className={cx("text-table", className)}>
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={cx(
            "border-hairline border-b py-1.5 last:border-b-0",
            layout === "rows" && "grid grid-cols-[112px_minmax(0,1fr)] gap-3",
          )}
        >
          <dt className="text-muted">{fact.label}</dt>
          <dd className={cx("min-w-0 break-words", fact.mono && "font-mono")}>
            {fact.value === null || fact.value === undefined || fact.value === "" ? (
              <span className="text-faint">
                <span aria-hidden>–</span>
                <span className="sr-only">none</span>
              </span>
            ) : (
              plainly(fact.value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
