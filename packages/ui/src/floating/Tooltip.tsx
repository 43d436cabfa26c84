import { Tooltip as Primitive } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { cloneElement, useEffect, useRef, useState } from "react"
import { Kbd } from "../actions/Kbd.tsx"
import { plainly } from "../text/PlainText.tsx"

export type TooltipProps = {
  text: ReactNode
  shortcut?: string
  side?: "top" | "right" | "bottom" | "left"
  /** Built when first pointed at: for hundreds of things that cannot take the focus, such as cells. */
  lazy?: boolean
  /** One element that can take focus and a ref. */
  children: ReactElement
}

/** A short name or fact on hover and focus; never the only place where something is said. */
export function Tooltip({ lazy = false, ...rest }: TooltipProps) {
  const [wanted, setWanted] = useState(!lazy)
  if (wanted) return <BuiltTooltip {...rest} pointedAt={lazy} />
  return cloneElement(rest.children as ReactElement<{ onPointerEnter?: () => void }>, {
    onPointerEnter: () => setWanted(true),
  })
}

function BuiltTooltip({ text, shortcut, side = "top", pointedAt, children }: TooltipProps & { pointedAt: boolean }) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)

  // The pointer that asked for a lazy tooltip has already entered, and may rest: no further event would open it.
  useEffect(() => {
    if (!pointedAt) return
    const timer = setTimeout(() => {
      if (trigger.current?.matches(":hover")) setOpen(true)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [pointedAt])

  return (
    <Primitive.Provider delayDuration={DELAY_MS} skipDelayDuration={200} disableHoverableContent>
      <Primitive.Root open={open} onOpenChange={setOpen}>
        <Primitive.Trigger asChild ref={trigger}>
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-80 items-center gap-2 rounded-md bg-ink px-2 py-1 text-canvas text-table shadow-float"
          >
            {plainly(text)}
            {shortcut && <Kbd keys={shortcut} inverse />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}

const DELAY_MS = 350
