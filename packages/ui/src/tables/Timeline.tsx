import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { Avatar } from "../marks/Avatar.tsx"
import type { Instant } from "../marks/format.ts"
import { Time } from "../marks/Time.tsx"
import { plainly } from "../text/PlainText.tsx"

export type TimelineEntry = {
  id: string
  time: Instant
  author?: { name: string; kind?: "user" | "application" | "assistant" }
  /** What happened, after the author's name: "resolved the incident". */
  title?: ReactNode
  body?: ReactNode
  /** A badge or mark beside the title. */
  mark?: ReactNode
  /** Replaces the avatar for what no one did, such as a check. */
  icon?: ReactNode
  actions?: ReactNode
}

export type TimelineProps = {
  label: string
  entries: readonly TimelineEntry[]
  /** Under the last entry: a form, or "Show older". */
  children?: ReactNode
  className?: string
}

export function Timeline({ label, entries, children, className }: TimelineProps) {
  return (
    <div className={className}>
      <ol aria-label={label} className="flex flex-col">
        {entries.map((entry, index) => (
          <TimelineRow key={entry.id} entry={entry} last={index === entries.length - 1 && !children} />
        ))}
      </ol>
      {children && <div className="pl-9">{children}</div>}
    </div>
  )
}

function TimelineRow({ entry, last }: { entry: TimelineEntry; last: boolean }) {
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!last && <span aria-hidden className="absolute top-7 bottom-0 left-3 w-px bg-hairline" />}
      {entry.icon ? (
        <span
          aria-hidden
          className="relative inline-flex size-6 shrink-0 items-center justify-center text-muted [&>svg]:size-4"
        >
          {entry.icon}
        </span>
      ) : (
        <span aria-hidden className="shrink-0">
          <Avatar name={entry.author?.name ?? "Countersign"} kind={entry.author?.kind} />
        </span>
      )}
      <div className={cx("min-w-0 flex-1 pt-0.5", last && "pb-0")}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-table">
          <p className="min-w-0">
            {entry.author && <span className="font-medium">{entry.author.name} </span>}
            <span className="text-muted">{plainly(entry.title)}</span>
          </p>
          {entry.mark}
          <Time instant={entry.time} className="text-faint" />
          {entry.actions && <div className="ml-auto flex items-center gap-1">{entry.actions}</div>}
        </div>
        {entry.body && <div className="mt-1 max-w-[72ch] text-prose">{entry.body}</div>}
      </div>
    </li>
  )
}
