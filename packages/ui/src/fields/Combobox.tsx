import { ChevronDown, X } from "lucide-react"
import { Popover } from "radix-ui"
import { useRef } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"
import type { Option, OptionSource } from "./OptionList.tsx"
import { OptionPopup } from "./OptionList.tsx"
import { useOptionInput } from "./use-option-input.ts"

export type ComboboxProps = OptionSource & {
  value: Option | null
  onChange: (option: Option | null) => void
  /** Names the list, and the input when no Field does. */
  label: string
  placeholder?: string
  /** Said when nothing matches. */
  emptyText?: string
  clearable?: boolean
  disabled?: boolean
  id?: string
  className?: string
}

/** Choose one by typing part of its name. */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    onChange,
    label,
    placeholder,
    emptyText = "Nothing matches.",
    clearable = true,
    disabled,
    id,
    className,
  } = props
  const anchor = useRef<HTMLDivElement>(null)
  const control = useFieldControl({ id })
  const { open, query, state, navigation, close, inputProps } = useOptionInput(props, label, choose)

  function choose(option: Option) {
    onChange(option)
    close()
  }

  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        <div ref={anchor} className={cx("relative min-w-0", className)}>
          <input
            {...control}
            {...inputProps}
            disabled={disabled}
            placeholder={open && value ? value.label : placeholder}
            value={open ? query : (value?.label ?? "")}
            className={cx(CONTROL_CLASS, "h-8 truncate pr-14 pl-2.5 text-table pointer-coarse:h-10")}
          />
          <span className="absolute top-1/2 right-1 flex -translate-y-1/2 items-center">
            {clearable && value && !disabled && (
              <button
                type="button"
                aria-label={`Clear ${label}`}
                className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
                onClick={() => onChange(null)}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            )}
            <ChevronDown aria-hidden className="pointer-events-none mx-1 size-4 text-muted" />
          </span>
        </div>
      </Popover.Anchor>
      <OptionPopup
        anchor={anchor}
        label={label}
        state={state}
        navigation={navigation}
        chosen={new Set(value ? [value.id] : [])}
        emptyText={emptyText}
        onChoose={choose}
        onClose={close}
      />
    </Popover.Root>
  )
}
