import { Tooltip as Primitive } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { cloneElement, useState } from "react"
import { Kbd } from "./Kbd.tsx"

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
export function Tooltip({ text, shortcut, side = "top", lazy = false, children }: TooltipProps) {
  const [armed, setArmed] = useState(!lazy)
  if (!armed) return cloneElement(children as ReactElement<PointedAt>, { onPointerEnter: () => setArmed(true) })

  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={200} disableHoverableContent>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-80 items-center gap-2 rounded-md bg-ink px-2 py-1 text-canvas text-table shadow-float"
          >
            {text}
            {shortcut && <Kbd keys={shortcut} inverse />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}

type PointedAt = { onPointerEnter?: () => void }
