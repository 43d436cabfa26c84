import { Popover } from "radix-ui"
import type { KeyboardEvent } from "react"
import { useRef } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"
import type { Option, OptionSource } from "./OptionList.tsx"
import { OptionPopup } from "./OptionList.tsx"
import { Chip } from "./TagInput.tsx"
import { useOptionInput } from "./use-option-input.ts"

export type MultiSelectProps = OptionSource & {
  value: readonly Option[]
  onChange: (options: Option[]) => void
  /** Names the list, and the input when no Field does. */
  label: string
  placeholder?: string
  emptyText?: string
  disabled?: boolean
  id?: string
  className?: string
}

/** Choose several by typing parts of their names; what is chosen stands in the box. */
export function MultiSelect(props: MultiSelectProps) {
  const { value, onChange, label, placeholder, emptyText = "Nothing matches.", disabled, id, className } = props
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const control = useFieldControl({ id })
  const { open, query, setQuery, state, navigation, close, inputProps } = useOptionInput(props, label, toggle)
  const chosen = new Set(value.map((option) => option.id))

  function toggle(option: Option) {
    onChange(chosen.has(option.id) ? value.filter((each) => each.id !== option.id) : [...value, option])
    setQuery("")
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Backspace" && query === "" && value.length > 0) onChange(value.slice(0, -1))
    else inputProps.onKeyDown(event)
  }

  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the keyboard has the input. */}
        <div
          ref={anchor}
          className={cx(
            CONTROL_CLASS,
            "flex min-h-8 cursor-text flex-wrap items-center gap-1 px-1 py-0.75 text-table pointer-coarse:min-h-10",
            "focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1",
            control["aria-invalid"] && "border-danger",
            className,
          )}
          onClick={() => input.current?.focus()}
        >
          {value.map((option) => (
            <Chip
              key={option.id}
              label={option.label}
              disabled={disabled}
              onRemove={() => onChange(value.filter((each) => each.id !== option.id))}
            />
          ))}
          <input
            {...control}
            ref={input}
            {...inputProps}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            value={query}
            onKeyDown={handleKeyDown}
            className="h-6 min-w-20 flex-1 bg-transparent px-1.5 text-ink outline-none"
          />
        </div>
      </Popover.Anchor>
      <OptionPopup
        anchor={anchor}
        label={label}
        state={state}
        navigation={navigation}
        chosen={chosen}
        multiple
        emptyText={emptyText}
        onChoose={toggle}
        onClose={close}
      />
    </Popover.Root>
  )
}
