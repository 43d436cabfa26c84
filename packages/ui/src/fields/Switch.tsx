import type { ReactNode } from "react"
import { useId } from "react"
import { cx } from "../class-names.ts"

export type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  /** Takes effect at once; for what is saved with a form use Checkbox. */
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

export function Switch({ label, hint, checked, onChange, disabled, className }: SwitchProps) {
  const id = useId()
  return (
    <div className={cx("flex items-start justify-between gap-6", className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-table">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-table">
            {hint}
          </p>
        )}
      </div>
      <span className="relative mt-0.5 inline-flex h-5 w-8 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            "peer h-5 w-8 appearance-none rounded-full border border-control bg-sunken before:absolute before:-inset-1 before:content-['']",
            "enabled:hover:border-muted checked:border-accent checked:bg-accent disabled:opacity-50",
          )}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-control transition-transform duration-100 motion-reduce:transition-none peer-checked:translate-x-3 peer-checked:bg-on-accent"
        />
      </span>
    </div>
  )
}
