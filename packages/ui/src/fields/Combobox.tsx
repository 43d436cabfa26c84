import { ChevronDown, X } from "lucide-react"
import { Popover } from "radix-ui"
import type { KeyboardEvent } from "react"
import { useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl, useFieldLabelId } from "./Field.tsx"
import type { Option, OptionSource } from "./OptionList.tsx"
import { OptionPopup, useListNavigation, useOptions } from "./OptionList.tsx"

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
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState("")
  const anchor = useRef<HTMLDivElement>(null)
  const control = useFieldControl({ id })
  const labelled = useFieldLabelId() !== undefined
  const state = useOptions(props, query, open)
  const navigation = useListNavigation(state.options, open, query)

  function close() {
    setOpen(false)
    setQuery("")
  }
  function choose(option: Option) {
    onChange(option)
    close()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (!open) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault()
        setOpen(true)
      }
      return
    }
    if (event.key === "Escape") {
      // Only the list closes; a dialog around it stays.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else navigation.handleKey(event, choose)
  }

  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        <div ref={anchor} className={cx("relative min-w-0", className)}>
          <input
            {...control}
            role="combobox"
            aria-label={labelled ? undefined : label}
            aria-expanded={open}
            aria-controls={open ? navigation.listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={navigation.activeId}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={open && value ? value.label : placeholder}
            value={open ? query : (value?.label ?? "")}
            onChange={(event) => {
              setQuery(event.target.value)
              setOpen(true)
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={handleKeyDown}
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
