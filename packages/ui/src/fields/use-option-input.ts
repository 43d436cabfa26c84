import { type ChangeEvent, type KeyboardEvent, useState } from "react"
import { useFieldLabelId } from "./Field.tsx"
import { type Option, type OptionSource, useListNavigation, useOptions } from "./OptionList.tsx"

/** The input over an OptionPopup: it keeps the focus, what is typed narrows the list. */
export function useOptionInput(source: OptionSource, labelWithoutField: string, onChoose: (option: Option) => void) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState("")
  const labelled = useFieldLabelId() !== undefined
  const state = useOptions(source, query, open)
  const navigation = useListNavigation(state.options, open, query)

  function close() {
    setOpen(false)
    setQuery("")
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
    } else navigation.handleKey(event, onChoose)
  }

  return {
    open,
    query,
    setQuery,
    state,
    navigation,
    close,
    inputProps: {
      role: "combobox",
      "aria-label": labelled ? undefined : labelWithoutField,
      "aria-expanded": open,
      "aria-controls": open ? navigation.listId : undefined,
      "aria-autocomplete": "list",
      "aria-activedescendant": navigation.activeId,
      autoComplete: "off",
      spellCheck: false,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setQuery(event.target.value)
        setOpen(true)
      },
      onClick: () => setOpen(true),
      onBlur: close,
      onKeyDown: handleKeyDown,
    } as const,
  }
}
