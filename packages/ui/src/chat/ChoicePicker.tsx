import { Check, ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "../class-names.ts"
import { Menu } from "../Menu.tsx"
import { PICKER_CLASS } from "./ModelPicker.tsx"

export type ChoicePickerProps<Id extends string> = {
  /** Names the button: "Changes". */
  label: string
  icon?: ReactNode
  value: Id
  choices: readonly { id: Id; label: string /** What it means, in a sentence. */; sentence: string }[]
  onChange: (id: Id) => void
  disabled?: boolean
  /** Nothing worth its room is chosen: where there is little, the icon stands alone. */
  quiet?: boolean
}

/** One of a few, each with a sentence that says what it means. */
export function ChoicePicker<Id extends string>(props: ChoicePickerProps<Id>) {
  const { label, icon, value, choices, onChange, disabled, quiet } = props
  const chosen = choices.find(({ id }) => id === value)
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={`${label}: ${chosen?.label ?? "none"}`}
          className={PICKER_CLASS}
        >
          {icon && (
            <span aria-hidden className="inline-flex shrink-0 [&>svg]:size-3.5">
              {icon}
            </span>
          )}
          <span className={cx("truncate", quiet && "@max-md:hidden")}>{chosen?.label}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 @max-md:hidden" />
        </button>
      }
      entries={choices.map(({ id, label, sentence }) => ({
        id,
        label: id === value ? `${label} (chosen)` : label,
        hint: sentence,
        icon: id === value ? <Check /> : <span className="size-4" />,
        onSelect: () => onChange(id),
      }))}
    />
  )
}
