import { X } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"
import { DialogFooter, ModalClose, ModalFrame, ModalTitle } from "./Dialog.tsx"

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** "end" is a panel at the right edge, full screen on phones; "bottom" a sheet. */
  side?: "end" | "bottom"
  size?: "md" | "lg"
  children: ReactNode
  footer?: ReactNode
}

export function Drawer({ open, onOpenChange, title, side = "end", size = "md", children, footer }: DrawerProps) {
  return (
    <ModalFrame
      open={open}
      onOpenChange={onOpenChange}
      className={
        side === "bottom"
          ? "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-x-0 border-b-0 pb-[env(safe-area-inset-bottom)]"
          : cx("inset-y-0 right-0 w-full border-y-0 border-r-0", size === "lg" ? "sm:max-w-3xl" : "sm:max-w-md")
      }
    >
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-hairline border-b pr-1.5 pl-4">
        <ModalTitle className="truncate font-semibold text-prose">{plainly(title)}</ModalTitle>
        <ModalClose
          aria-label="Close"
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </ModalClose>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </ModalFrame>
  )
}
