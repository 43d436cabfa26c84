import type { KeyboardEvent, ReactNode } from "react"
import { useId, useRef } from "react"
import { cx } from "../class-names.ts"

export type Tab<Id extends string = string> = { id: Id; label: string; count?: number; icon?: ReactNode }

export type TabsProps<Id extends string = string> = {
  /** Names the list of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  /** Put it into the URL. */
  onChange: (id: Id) => void
  /** The panel of the tab `value`. */
  children?: ReactNode
  className?: string
}

export function Tabs<Id extends string>({ label, tabs, value, onChange, children, className }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === value)
    const last = tabs.length - 1
    const next =
      event.key === "ArrowRight"
        ? index === last
          ? 0
          : index + 1
        : event.key === "ArrowLeft"
          ? index <= 0
            ? last
            : index - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? last
              : -1
    const tab = tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="scrollbar-none flex gap-5 overflow-x-auto overflow-y-hidden border-hairline border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cx(
              "inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 text-table focus-visible:-outline-offset-2 pointer-coarse:h-11",
              tab.id === value
                ? "border-accent font-medium text-ink"
                : "border-transparent text-muted hover:border-line hover:text-ink",
            )}
          >
            {tab.icon && (
              <span aria-hidden className="inline-flex [&>svg]:size-4">
                {tab.icon}
              </span>
            )}
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-faint tabular-nums">{tab.count}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className="pt-4">
          {children}
        </div>
      )}
    </div>
  )
}
