import { Check, Minus } from "lucide-react"
import type { InputHTMLAttributes, ReactNode, Ref } from "react"
import { useEffect, useId, useRef } from "react"
import { cx } from "../class-names.ts"

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> & {
  /** Drawn beside the box. Without it give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  checked: boolean
  /** Some, but not all, of what the box stands for. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({
  label,
  hint,
  checked,
  indeterminate = false,
  onChange,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const inner = useRef<HTMLInputElement | null>(null)
  const madeUpId = useId()
  const id = rest.id ?? madeUpId
  const hintId = `${id}-hint`
  useEffect(() => {
    if (inner.current) inner.current.indeterminate = indeterminate
  }, [indeterminate])

  const box = (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        type="checkbox"
        aria-describedby={hint ? hintId : undefined}
        {...rest}
        id={id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        ref={(element) => {
          inner.current = element
          if (typeof ref === "function") ref(element)
          else if (ref) ref.current = element
        }}
        className={cx(
          "peer size-4 shrink-0 appearance-none rounded-sm border border-control bg-surface",
          "checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent",
          "enabled:hover:border-accent disabled:opacity-50",
          // A 16 px box with a 24 px target around it.
          "before:absolute before:-inset-1 before:content-['']",
        )}
      />
      {indeterminate ? (
        <Minus aria-hidden strokeWidth={3} className="pointer-events-none absolute inset-0.5 size-3 text-on-accent" />
      ) : (
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-accent peer-checked:block"
        />
      )}
    </span>
  )
  if (!label) return <span className={cx("inline-flex", className)}>{box}</span>

  return (
    <div className={className}>
      <label htmlFor={id} className="inline-flex items-start gap-2 text-table">
        <span className="mt-0.5 inline-flex">{box}</span>
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="pl-6 text-muted text-table">
          {hint}
        </p>
      )}
    </div>
  )
}
