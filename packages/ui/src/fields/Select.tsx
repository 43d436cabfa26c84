import { ChevronDown } from "lucide-react"
import type { Ref, SelectHTMLAttributes } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"

export type SelectOption<Value extends string = string> = { value: Value; label: string; disabled?: boolean }

export type SelectProps<Value extends string = string> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "onChange" | "value" | "size"
> & {
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Adds a first choice with these words, whose value is empty. */
  placeholder?: string
  /** Words inside the control before the choice, for filter bars: "Status: all". */
  prefixLabel?: string
  /** With `prefixLabel`: no border until pointed at. */
  quiet?: boolean
  ref?: Ref<HTMLSelectElement>
}

export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  prefixLabel,
  quiet,
  className,
  ...rest
}: SelectProps<Value>) {
  const control = useFieldControl(rest)
  const select = (
    <select
      aria-label={prefixLabel}
      {...rest}
      {...control}
      value={value}
      // There is nothing to choose but the options.
      onChange={(event) => onChange(event.target.value as Value)}
      className={
        prefixLabel
          ? "h-full min-w-0 appearance-none truncate bg-transparent pr-7 pl-1 text-ink outline-none"
          : cx(CONTROL_CLASS, "h-8 appearance-none truncate pr-8 pl-2.5 text-table pointer-coarse:h-10")
      }
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
  const chevron = (
    <ChevronDown
      aria-hidden
      className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted"
    />
  )

  if (prefixLabel) {
    return (
      <span
        className={cx(
          "relative inline-flex h-8 min-w-0 items-center rounded-md border pl-2.5 text-table pointer-coarse:h-10",
          quiet ? "border-transparent hover:border-line" : "border-control bg-surface hover:border-muted",
          "focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1",
          className,
        )}
      >
        <span aria-hidden className="shrink-0 text-muted">
          {prefixLabel}:
        </span>
        {select}
        {chevron}
      </span>
    )
  }
  return (
    <span className={cx("relative block min-w-0", className)}>
      {select}
      {chevron}
    </span>
  )
}
