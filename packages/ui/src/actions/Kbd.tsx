import { cx } from "../class-names.ts"

export type KbdProps = {
  /** As in `useShortcuts`: "Mod-k", "g c", "/". */
  keys: string
  /** On a dark ground such as a tooltip. */
  inverse?: boolean
}

export function Kbd({ keys, inverse }: KbdProps) {
  const steps = keys.split(" ")
  return (
    <span className="inline-flex shrink-0 items-center gap-1 whitespace-nowrap">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a shortcut never move.
        <span key={index} className="inline-flex items-center gap-1">
          {index > 0 && <span className={inverse ? "text-canvas" : "text-faint"}>then</span>}
          {keyNames(step).map((name) => (
            <kbd
              key={name}
              className={cx(
                "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border px-1 font-sans text-table leading-none",
                inverse ? "border-faint text-canvas" : "border-line bg-sunken text-muted",
              )}
            >
              {name}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

function keyNames(step: string): string[] {
  const mac = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent)
  // A trailing "-" is the minus key itself, as in "Mod--".
  const parts = step === "-" ? ["-"] : step.split(/-(?=.)/)
  return parts.map((part) => {
    if (part === "Mod") return mac ? "⌘" : "Ctrl"
    if (part === "Shift") return mac ? "⇧" : "Shift"
    if (part === "Alt") return mac ? "⌥" : "Alt"
    if (part === "Enter") return "↵"
    if (part === "Escape") return "Esc"
    if (part === "ArrowUp") return "↑"
    if (part === "ArrowDown") return "↓"
    if (part === "ArrowLeft") return "←"
    if (part === "ArrowRight") return "→"
    return part.length === 1 ? part.toUpperCase() : part
  })
}
