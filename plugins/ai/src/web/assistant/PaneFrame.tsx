import { loadMarkdown } from "@countersign/ui"
import { type ReactNode, useEffect } from "react"

/** The thread over its composer, filling whatever room there is. */
export function PaneFrame({ composer, children }: { composer?: ReactNode; children: ReactNode }) {
  useEffect(loadMarkdown, [])
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col bg-canvas">
      {children}
      {composer && <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-3 sm:px-5 sm:pb-4">{composer}</div>}
    </div>
  )
}
