import type { ReactNode } from "react"
import { useId } from "react"
import { cx } from "../class-names.ts"

export type SegmentedOption<Value extends string = string> = {
  value: Value
  label: string
  icon?: ReactNode
  /** Draw the icon alone; the label stays as its name. */
  iconOnly?: boolean
  count?: number
}

export type SegmentedControlProps<Value extends string = string> = {
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** One of a few, all in sight: views, ranges, filters. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        "inline-flex h-8 w-fit max-w-full shrink-0 overflow-hidden rounded-md border border-control bg-surface pointer-coarse:h-10",
        "has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2",
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "relative inline-flex items-center gap-1.5 whitespace-nowrap border-line border-l px-3 text-muted text-table first:border-l-0",
            "hover:bg-hover hover:text-ink has-checked:bg-selected has-checked:font-medium has-checked:text-accent-ink",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.iconOnly ? option.label : undefined}
            className="absolute inset-0 appearance-none outline-none"
          />
          {option.icon && (
            <span aria-hidden className="inline-flex [&>svg]:size-4">
              {option.icon}
            </span>
          )}
          {!option.iconOnly && option.label}
          {option.count !== undefined && <span className="text-faint tabular-nums">{option.count}</span>}
        </label>
      ))}
    </div>
  )
}
