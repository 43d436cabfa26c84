import { ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { useId, useState } from "react"
import { cx } from "../class-names.ts"

export type DisclosureProps = {
  /** The one line that is always there. */
  line: ReactNode
  /** Drawn only while it is open. */
  children: () => ReactNode
  className?: string
}

/** One line that opens to what is behind it. */
export function Disclosure({ line, children, className }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={cx("min-w-0", className)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left text-muted text-table hover:bg-hover hover:text-ink pointer-coarse:min-h-10"
      >
        {line}
        <ChevronRight aria-hidden className={cx("ml-auto size-4 shrink-0 text-faint", open && "rotate-90")} />
      </button>
      {open && (
        <div id={id} className="mt-1 mb-2 ml-2 flex flex-col gap-2 border-hairline border-l-2 pl-3">
          {children()}
        </div>
      )}
    </div>
  )
}
