import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

export type NoticeTone = "info" | "success" | "warning" | "error"

export type NoticeProps = {
  tone?: NoticeTone
  title?: ReactNode
  /** What happened and what to do next. */
  children?: ReactNode
  action?: ReactNode
  /** It tells of something that happened before the page was opened: an error is then not announced as news. */
  past?: boolean
  className?: string
}

export function Notice({ tone = "info", title, children, action, past, className }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div
      role={tone === "error" && !past ? "alert" : "note"}
      className={cx(
        "flex items-start gap-2.5 rounded-r-md border-l-3 py-2 pr-3 pl-2.5 text-table",
        TONES[tone],
        className,
      )}
    >
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", INKS[tone])} />
      {/* Where the text would become a narrow column, the action stands under it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <span className="sr-only">{WORDS[tone]}: </span>
          {title && <p className="font-semibold">{plainly(title)}</p>}
          {children && <div className="text-ink">{plainly(children)}</div>}
        </div>
        {action && <div className="-my-0.5 shrink-0">{action}</div>}
      </div>
    </div>
  )
}

const WORDS: Record<NoticeTone, string> = { info: "Note", success: "Done", warning: "Warning", error: "Error" }

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert }

const TONES: Record<NoticeTone, string> = {
  info: "border-accent bg-accent-soft",
  success: "border-healthy bg-healthy-soft",
  warning: "border-degraded bg-degraded-soft",
  error: "border-danger bg-danger-soft",
}

const INKS: Record<NoticeTone, string> = {
  info: "text-accent-ink",
  success: "text-healthy-ink",
  warning: "text-degraded-ink",
  error: "text-danger-ink",
}
