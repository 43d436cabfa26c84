import type { ButtonHTMLAttributes, ReactNode, Ref } from "react"
import { cx } from "../class-names.ts"
import { Tooltip } from "../floating/Tooltip.tsx"
import { spellHidden } from "../text/hidden-characters.ts"

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children"> & {
  /** The button's name, and its tooltip. */
  label: string
  icon: ReactNode
  size?: "sm" | "md"
  variant?: "quiet" | "secondary" | "danger"
  /** Leave the tooltip out where the same words stand beside the button. */
  tooltip?: boolean
  shortcut?: string
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  label,
  icon,
  size = "md",
  variant = "quiet",
  tooltip = true,
  shortcut,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={spellHidden(label)}
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-md border disabled:cursor-default disabled:opacity-50 [&>svg]:size-4",
        size === "sm" ? "size-6 pointer-coarse:size-9" : "size-8 pointer-coarse:size-10",
        VARIANTS[variant],
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  )
  if (!tooltip) return button

  return (
    <Tooltip text={label} shortcut={shortcut}>
      {button}
    </Tooltip>
  )
}

const VARIANTS = {
  quiet:
    "border-transparent text-muted enabled:hover:bg-hover enabled:hover:text-ink aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-pressed aria-pressed:text-ink",
  secondary: "border-line bg-surface text-ink enabled:hover:bg-hover",
  danger: "border-transparent text-muted enabled:hover:bg-danger-soft enabled:hover:text-danger-ink",
}
