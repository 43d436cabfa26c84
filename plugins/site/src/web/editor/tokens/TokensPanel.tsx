import { ColorTokens } from "./ColorTokens.tsx"
import { FontTokens } from "./FontTokens.tsx"
import { ScaleTokens } from "./ScaleTokens.tsx"

/** The names that a site gives its colours, fonts and sizes. What changes here changes on every page that uses it. */
export function TokensPanel() {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto pt-3">
      <p className="text-muted text-table">
        Names for what the whole site shares. A style that uses one follows it when it changes.
      </p>
      <ColorTokens />
      <FontTokens />
      <ScaleTokens />
    </div>
  )
}
