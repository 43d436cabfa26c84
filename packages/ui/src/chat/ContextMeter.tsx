import { Tooltip } from "../floating/Tooltip.tsx"
import { formatNumber, formatPercent } from "../marks/format.ts"

export type ContextMeterProps = { usedTokens: number; windowTokens: number | null }

/** How full the model's memory of this conversation is. */
export function ContextMeter({ usedTokens, windowTokens }: ContextMeterProps) {
  if (!windowTokens || usedTokens <= 0) return null
  const share = Math.min(1, usedTokens / windowTokens)
  const words = `${formatNumber(usedTokens)} of ${formatNumber(windowTokens)} tokens of the model's memory are used. Before it is full, earlier messages are summed up.`
  return (
    <Tooltip text={words}>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn as a ring. */}
      <span
        role="meter"
        aria-label="Memory of the model"
        aria-valuemin={0}
        aria-valuemax={windowTokens}
        aria-valuenow={usedTokens}
        aria-valuetext={words}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip has to open by keyboard too.
        tabIndex={0}
        className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md px-1 text-muted text-table tabular-nums"
      >
        <svg aria-hidden viewBox="0 0 16 16" className="size-3.5 -rotate-90">
          <circle cx="8" cy="8" r="6.5" fill="none" strokeWidth="3" className="stroke-hairline" />
          <circle
            cx="8"
            cy="8"
            r="6.5"
            fill="none"
            strokeWidth="3"
            pathLength="100"
            strokeDasharray={`${share * 100} 100`}
            className={share > 0.85 ? "stroke-degraded" : "stroke-control"}
          />
        </svg>
        <span className="@max-md:hidden">{formatPercent(share, 0)}</span>
      </span>
    </Tooltip>
  )
}
