import { CornerDownLeft } from "lucide-react"
import type { ReactNode } from "react"
import { plainly } from "../text/PlainText.tsx"

export type SuggestionsProps = {
  title: string
  children?: ReactNode
  suggestions: readonly string[]
  onChoose: (text: string) => void
  disabled?: boolean
}

/** An empty thread: what it is for, and some first things to ask. */
export function Suggestions({ title, children, suggestions, onChoose, disabled }: SuggestionsProps) {
  return (
    <div className="mt-auto flex flex-col gap-3 pt-6 pb-2">
      <div>
        <h2 className="font-semibold text-title">{title}</h2>
        {children && <div className="mt-1 max-w-prose text-muted text-prose">{children}</div>}
      </div>
      {suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="flex flex-col border-hairline border-t">
          {suggestions.map((text) => (
            <li key={text} className="border-hairline border-b">
              <button
                type="button"
                disabled={disabled}
                onClick={() => onChoose(text)}
                className="group/suggestion flex min-h-9 w-full items-center gap-2 px-1.5 py-1.5 text-left text-prose enabled:hover:bg-hover disabled:text-faint pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1">{plainly(text)}</span>
                <CornerDownLeft
                  aria-hidden
                  className="size-4 shrink-0 text-faint opacity-0 group-hover/suggestion:opacity-100 group-focus-visible/suggestion:opacity-100"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
