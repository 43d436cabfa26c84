import { PanelLeft, PanelRight } from "lucide-react"
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { IconButton } from "../actions/IconButton.tsx"
import { Drawer } from "../floating/Drawer.tsx"
import { useMediaQuery } from "../media-query.ts"

export type WorkspacePanel = { label: string; content: ReactNode }

export type WorkspacePageProps = {
  /** The page's name, in the bar. */
  title: string
  /** The toolbar shows the name itself, in a list of others to go to: the heading is then for those who hear the page. */
  titleInToolbar?: boolean
  /** Controls in the bar over the work. */
  toolbar?: ReactNode
  /** Beside the work; where there is no room, a button in the bar opens them. */
  start?: WorkspacePanel
  end?: WorkspacePanel
  children: ReactNode
}

/** Full-bleed, exactly as high as the window: an editor, the assistant. */
export function WorkspacePage({ title, titleInToolbar = false, toolbar, start, end, children }: WorkspacePageProps) {
  const page = useRef<HTMLDivElement>(null)
  const { roomForStart, roomForEnd } = useRoom(page)
  const [opened, setOpened] = useState<"start" | "end" | null>(null)
  const panel = opened === "start" && !roomForStart ? start : opened === "end" && !roomForEnd ? end : undefined

  return (
    <div
      ref={page}
      className="flex h-[calc(100dvh-var(--header-height)-var(--bottom-bar-height))] min-h-80 flex-col overflow-hidden"
    >
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b bg-surface px-3 py-1">
        {start && !roomForStart && (
          <IconButton size="sm" label={start.label} icon={<PanelLeft />} onClick={() => setOpened("start")} />
        )}
        <h1 className={titleInToolbar ? "sr-only" : "min-w-0 truncate font-semibold text-prose"}>{title}</h1>
        {toolbar}
        {end && !roomForEnd && (
          <IconButton size="sm" label={end.label} icon={<PanelRight />} onClick={() => setOpened("end")} />
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        {start && roomForStart && <SidePanel panel={start} className="border-r" />}
        <div className="min-w-0 flex-1 overflow-auto bg-canvas">{children}</div>
        {end && roomForEnd && <SidePanel panel={end} className="border-l" />}
      </div>
      <Drawer open={panel !== undefined} onOpenChange={() => setOpened(null)} title={panel?.label ?? title}>
        {panel?.content}
      </Drawer>
    </div>
  )
}

// With both panels at its sides the work keeps 420 pixels; beside the navigation and the assistant it had 260 on a desk.
const ENOUGH_PX = { start: 560, end: 1_000 }

/** By the width of the page itself: how much of the window is left for it nobody knows but the frame around it. */
function useRoom(page: RefObject<HTMLElement | null>): { roomForStart: boolean; roomForEnd: boolean } {
  // Before it is measured.
  const guess = { start: useMediaQuery("(min-width: 48rem)"), end: useMediaQuery("(min-width: 64rem)") }
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = page.current
    if (!element) return
    setWidth(element.clientWidth)
    const watching = new ResizeObserver(() => setWidth(element.clientWidth))
    watching.observe(element)
    return () => watching.disconnect()
  }, [page])
  return {
    roomForStart: width === null ? guess.start : width >= ENOUGH_PX.start,
    roomForEnd: width === null ? guess.end : width >= ENOUGH_PX.end,
  }
}

function SidePanel({ panel, className }: { panel: WorkspacePanel; className: string }) {
  return (
    <section
      aria-label={panel.label}
      className={`w-72 shrink-0 overflow-y-auto border-hairline bg-surface p-4 ${className}`}
    >
      {panel.content}
    </section>
  )
}
