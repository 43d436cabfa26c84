import type { TimelineEntry } from "@countersign/ui"
import type { ReactNode } from "react"
import type { Timeline, TimelineThing } from "./timeline.ts"
import { UpdateComposer } from "./UpdateComposer.tsx"
import { Updates } from "./Updates.tsx"

/** What a thing is about, the place to write, and what was written. */
export function TimelineTab<Status extends string, Moves extends Status>({
  timeline,
  thing,
  opening,
  besides,
  children,
}: {
  timeline: Timeline<Status, Moves>
  thing: TimelineThing<Status>
  /** How it began, below the first update. */
  opening: TimelineEntry
  /** What happened beside it, newest first, at its place among the updates: changes of its systems. */
  besides?: readonly TimelineEntry[]
  /** Its description. */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col gap-6">
      {children}
      {thing.mayChange && <UpdateComposer timeline={timeline} thing={thing} />}
      <Updates timeline={timeline} thing={thing} opening={opening} besides={besides} />
    </div>
  )
}
