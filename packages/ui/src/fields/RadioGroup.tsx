import type { ReactNode } from "react"
import { useId } from "react"
import { cx } from "../class-names.ts"

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export type RadioGroupProps<Value extends string = string> = {
  label: ReactNode
  labelHidden?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: ReactNode
  name?: string
  orientation?: "vertical" | "horizontal"
  className?: string
}

export function RadioGroup<Value extends string>({
  label,
  labelHidden,
  options,
  value,
  onChange,
  error,
  name,
  orientation = "vertical",
  className,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className={cx("min-w-0", className)} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={labelHidden ? "sr-only" : "mb-1.5 font-medium text-table"}>{label}</legend>
      <div className={cx("flex", orientation === "vertical" ? "flex-col gap-2" : "flex-wrap gap-x-5 gap-y-2")}>
        {options.map((option) => (
          <div key={option.value}>
            <label className="inline-flex items-start gap-2 text-table">
              <input
                type="radio"
                name={name ?? id}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
                onChange={() => onChange(option.value)}
                className={cx(
                  "mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface enabled:hover:border-accent",
                  "checked:border-[5px] checked:border-accent checked:bg-on-accent disabled:opacity-50",
                )}
              />
              <span className={option.disabled ? "text-faint" : undefined}>{option.label}</span>
            </label>
            {option.hint && (
              <p id={`${id}-${option.value}`} className="pl-6 text-muted text-table">
                {option.hint}
              </p>
            )}
          </div>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-ink text-table">
          {error}
        </p>
      )}
    </fieldset>
  )
}
