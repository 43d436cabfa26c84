import { LoaderCircle } from "lucide-react"
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"
import type { LinkRenderProps } from "./Link.tsx"
import { LINK_CLASS, useRenderLink } from "./Link.tsx"

/** `seal` is for signing a proposal and for nothing else. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "seal"
export type ButtonSize = "sm" | "md" | "lg"

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** The action is under way: clicks are ignored, focus stays, the label stays readable. */
  busy?: boolean
  /** Fills the width of its container. */
  block?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = "secondary",
  size = "md",
  icon,
  busy = false,
  block,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  // Not `disabled` while busy: a disabled button drops the keyboard focus and stops being announced.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) return event.preventDefault()
    onClick?.(event)
  }

  return (
    <button
      type={type}
      className={cx(buttonClass(variant, size), block && "w-full", className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      {...rest}
    >
      <ButtonBody icon={icon} busy={busy}>
        {children}
      </ButtonBody>
    </button>
  )
}

export type ButtonLinkProps = LinkRenderProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  block?: boolean
}

/** A link that looks like a button: for going somewhere, not for changing something. */
export function ButtonLink({
  variant = "secondary",
  size = "md",
  icon,
  block,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  const renderLink = useRenderLink()
  return renderLink({
    className: cx(buttonClass(variant, size), block && "w-full", className),
    children: <ButtonBody icon={icon}>{children}</ButtonBody>,
    ...rest,
  })
}

export type LinkButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/** A button that looks like a link: for small actions inside a sentence or a panel. */
export function LinkButton({ className, type = "button", children, ...rest }: LinkButtonProps) {
  return (
    <button type={type} className={cx(LINK_CLASS, "disabled:text-faint disabled:no-underline", className)} {...rest}>
      {plainly(children)}
    </button>
  )
}

function buttonClass(variant: ButtonVariant, size: ButtonSize): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium text-table no-underline",
    "aria-disabled:cursor-default disabled:cursor-default disabled:opacity-50",
    SIZES[size],
    VARIANTS[variant],
  )
}

const SIZES: Record<ButtonSize, string> = {
  sm: "h-6 px-2 pointer-coarse:h-9 pointer-coarse:px-3",
  md: "h-8 px-3 pointer-coarse:h-10",
  lg: "h-10 px-4",
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong",
  secondary: "border-line bg-surface text-ink enabled:hover:bg-hover enabled:active:bg-pressed [a]:hover:bg-hover",
  quiet:
    "border-transparent bg-transparent text-ink enabled:hover:bg-hover enabled:active:bg-pressed [a]:hover:bg-hover",
  danger: "border-transparent bg-danger text-on-danger enabled:hover:bg-danger-strong",
  seal: "border-transparent bg-seal text-on-seal enabled:hover:bg-seal-strong",
}

function ButtonBody({ icon, busy, children }: { icon?: ReactNode; busy?: boolean; children?: ReactNode }) {
  return (
    <>
      {busy ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
      ) : (
        icon && (
          <span aria-hidden className="-ml-0.5 inline-flex [&>svg]:size-4">
            {icon}
          </span>
        )
      )}
      {plainly(children)}
    </>
  )
}
