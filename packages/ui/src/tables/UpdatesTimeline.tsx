import { Ellipsis, Globe, Lock, Pencil, Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import { IconButton } from "../actions/IconButton.tsx"
import { Menu } from "../actions/Menu.tsx"
import { Tooltip } from "../floating/Tooltip.tsx"
import { Badge } from "../marks/Badge.tsx"
import { type Instant, toDate } from "../marks/format.ts"
import { LazyMarkdown } from "../text/LazyMarkdown.tsx"
import { Timeline, type TimelineEntry } from "./Timeline.tsx"

export type UpdateEntry = {
  id: string
  at: Instant
  author: { name: string }
  /** Markdown; may be empty where the status says it all. */
  message: string
  /** A badge of the status that the thing got with it. */
  status?: ReactNode
  /** Who may read it; said where that is not everybody who is signed in. */
  visibility: "public" | "signedIn" | "internal"
  edited?: boolean
  /** In the place of the text while it is corrected. */
  editor?: ReactNode
  onEdit?: () => void
  onDelete?: () => void
}

export type UpdatesTimelineProps = {
  label: string
  /** What it is about, in a sentence: "incident". */
  noun: string
  /** Newest first. */
  updates: readonly UpdateEntry[]
  /** How it began, last of all. */
  opening?: TimelineEntry
  /** What happened beside it, newest first, at its place among the updates. */
  besides?: readonly TimelineEntry[]
  /** Under the last entry: "Show earlier updates". */
  children?: ReactNode
}

/** What people said about a thing as it went on, and which statuses it went through. */
export function UpdatesTimeline({ label, noun, updates, opening, besides = [], children }: UpdatesTimelineProps) {
  const entries = updates.map(
    (update): TimelineEntry => ({
      id: update.id,
      time: update.at,
      author: update.author,
      title: update.status ? "moved it to" : "wrote",
      mark: (
        <>
          {update.status}
          <VisibilityBadge visibility={update.visibility} noun={noun} />
          {update.edited && <span className="text-faint">edited</span>}
        </>
      ),
      body: update.editor ?? (update.message && <LazyMarkdown>{update.message}</LazyMarkdown>),
      actions: !update.editor && <UpdateMenu update={update} />,
    }),
  )
  return (
    <Timeline label={label} entries={merge(opening ? [...entries, opening] : entries, besides)}>
      {children}
    </Timeline>
  )
}

/** Updates stay in the order they came in, whatever their instants say. */
function merge(entries: readonly TimelineEntry[], besides: readonly TimelineEntry[]): TimelineEntry[] {
  const instant = ({ time }: TimelineEntry) => toDate(time).getTime()
  const merged: TimelineEntry[] = []
  let next = 0
  for (const entry of entries) {
    for (let beside = besides[next]; beside && instant(beside) > instant(entry); beside = besides[++next])
      merged.push(beside)
    merged.push(entry)
  }
  return [...merged, ...besides.slice(next)]
}

function VisibilityBadge({ visibility, noun }: { visibility: UpdateEntry["visibility"]; noun: string }) {
  if (visibility === "signedIn") return null
  const isPublic = visibility === "public"
  return (
    <Tooltip
      text={isPublic ? "Everybody can read it, signed in or not" : `Only those who work on this ${noun} can read it`}
    >
      <span>
        <Badge icon={isPublic ? <Globe /> : <Lock />}>{isPublic ? "Public" : "Internal"}</Badge>
      </span>
    </Tooltip>
  )
}

function UpdateMenu({ update: { author, onEdit, onDelete } }: { update: UpdateEntry }) {
  const entries = [
    ...(onEdit ? [{ id: "edit", label: "Edit update", icon: <Pencil />, onSelect: onEdit }] : []),
    ...(onDelete ? [{ id: "delete", label: "Delete update", icon: <Trash2 />, danger: true, onSelect: onDelete }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu
      trigger={<IconButton size="sm" label={`Actions for the update by ${author.name}`} icon={<Ellipsis />} />}
      entries={entries}
    />
  )
}
