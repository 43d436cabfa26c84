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
          <label key={option.value} className="block text-table">
            <span className="inline-flex items-start gap-2">
              <input
                type="radio"
                name={name ?? id}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                // A press on the hint chooses it as well; its name is the label alone.
                aria-labelledby={`${id}-${option.value}-label`}
                aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
                onChange={() => onChange(option.value)}
                className={cx(
                  "mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface enabled:hover:border-accent",
                  "checked:border-[5px] checked:border-accent checked:bg-on-accent disabled:opacity-50",
                )}
              />
              <span id={`${id}-${option.value}-label`} className={option.disabled ? "text-faint" : undefined}>
                {option.label}
              </span>
            </span>
            {option.hint && (
              <span id={`${id}-${option.value}`} className="block pl-6 text-muted">
                {option.hint}
              </span>
            )}
          </label>
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
