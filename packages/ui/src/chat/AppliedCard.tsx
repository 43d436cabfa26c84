import { CircleCheck, Undo2 } from "lucide-react"
import type { ReactNode } from "react"
import { useState } from "react"
import { Button } from "../Button.tsx"
import { TextLink } from "../Link.tsx"
import { Notice } from "../Notice.tsx"
import type { AppliedBlock } from "./blocks.ts"

export type AppliedCardProps = {
  applied: AppliedBlock
  /** Where its record stands. */
  href?: string
  /** Asks for the change back; a rejection's message is shown. Left out where it was asked for already. */
  onUndo?: () => Promise<unknown>
  /** What was asked for to take it back. */
  children?: ReactNode
}

/** A change that was made without asking first, and the way back where there is one. */
export function AppliedCard({ applied, href, onUndo, children }: AppliedCardProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function undo() {
    setBusy(true)
    setFailure(null)
    try {
      await onUndo?.()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-hairline border-l-3 border-l-healthy bg-surface px-3 py-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-healthy-ink" />
        <p className="min-w-0 flex-1 break-words text-table">
          <span className="text-muted">Applied: </span>
          <span className="font-medium">
            {href ? (
              <TextLink quiet href={href}>
                {applied.summary}
              </TextLink>
            ) : (
              applied.summary
            )}
          </span>
        </p>
        {applied.undo && onUndo && (
          <Button size="sm" icon={<Undo2 />} busy={busy} onClick={undo}>
            {applied.undo.label}
          </Button>
        )}
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
      {children}
    </div>
  )
}
