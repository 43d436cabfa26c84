import type { ReactNode } from "react"

export type WorkspacePageProps = {
  /** The page's name: drawn in the bar, or read aloud where there is none. */
  title: string
  /** A 40 px bar of controls over the work. */
  toolbar?: ReactNode
  /** Panels beside the work; they scroll by themselves. */
  start?: ReactNode
  end?: ReactNode
  children: ReactNode
}

/** Full-bleed, exactly as high as the window: an editor, the assistant. */
export function WorkspacePage({ title, toolbar, start, end, children }: WorkspacePageProps) {
  return (
    <div className="flex h-[calc(100dvh-var(--header-height)-var(--bottom-bar-height))] min-h-80 flex-col overflow-hidden">
      {toolbar ? (
        <div className="flex h-10 shrink-0 items-center gap-3 overflow-x-auto border-hairline border-b bg-surface px-3">
          <h1 className="shrink-0 truncate font-semibold text-prose">{title}</h1>
          {toolbar}
        </div>
      ) : (
        <h1 className="sr-only">{title}</h1>
      )}
      <div className="flex min-h-0 flex-1">
        {start && <WorkspacePanel className="border-r max-md:hidden">{start}</WorkspacePanel>}
        <div className="min-w-0 flex-1 overflow-auto bg-canvas">{children}</div>
        {end && <WorkspacePanel className="border-l max-lg:hidden">{end}</WorkspacePanel>}
      </div>
    </div>
  )
}

function WorkspacePanel({ className, children }: { className: string; children: ReactNode }) {
  return <div className={`w-72 shrink-0 overflow-y-auto border-hairline bg-surface ${className}`}>{children}</div>
}
