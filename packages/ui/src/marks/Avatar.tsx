import { Bot, KeyRound } from "lucide-react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"
import { initialsOf } from "./format.ts"

export type AvatarProps = {
  name: string
  /** People are round, applications and the assistant square. */
  kind?: "user" | "application" | "assistant"
  size?: "sm" | "md" | "lg"
  /** Writes the name beside it; without it the name is read aloud only. */
  showName?: boolean
  className?: string
}

export function Avatar({ name, kind = "user", size = "sm", showName, className }: AvatarProps) {
  const picture = (
    <span
      {...(showName ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
      title={showName ? undefined : name}
      className={cx(
        "inline-flex shrink-0 select-none items-center justify-center border border-line bg-sunken font-medium text-muted text-table leading-none tracking-tight",
        kind === "user" ? "rounded-full" : "rounded-md",
        SIZES[size],
        !showName && className,
      )}
    >
      {kind === "assistant" ? (
        <Bot className="size-[60%]" />
      ) : kind === "application" ? (
        <KeyRound className="size-[55%]" />
      ) : (
        // Drawn by CSS: as text, the initials would be read aloud and count as a button's visible name.
        <span data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  )
  if (!showName) return picture

  return (
    <span className={cx("inline-flex min-w-0 items-center gap-2", className)}>
      {picture}
      <span className="truncate">{plainly(name)}</span>
    </span>
  )
}

const SIZES = { sm: "size-6", md: "size-8", lg: "size-10" }
