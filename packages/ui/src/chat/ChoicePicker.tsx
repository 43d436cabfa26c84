import { ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import { Menu } from "../actions/Menu.tsx"
import { cx } from "../class-names.ts"
import { spellHidden } from "../text/hidden-characters.ts"
import { plainly } from "../text/PlainText.tsx"
import { PICKER_CLASS } from "./ModelPicker.tsx"

export type ChoicePickerProps<Id extends string> = {
  /** Names the button: "Changes". */
  label: string
  icon?: ReactNode
  value: Id
  choices: readonly {
    id: Id
    label: string
    /** The label's gist, for where there is little room. */
    short?: string
    /** What it means. */
    sentence: string
  }[]
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
          aria-label={`${label}: ${spellHidden(chosen?.label ?? "none")}`}
          className={cx(
            PICKER_CLASS,
            "pointer-coarse:min-w-9 pointer-coarse:justify-center",
            !quiet && "@max-md:shrink-0",
          )}
        >
          {icon && (
            <span aria-hidden className="inline-flex shrink-0 [&>svg]:size-3.5">
              {icon}
            </span>
          )}
          <span className={cx("truncate", (quiet || chosen?.short) && "@max-md:hidden")}>{plainly(chosen?.label)}</span>
          {chosen?.short && !quiet && <span className="@md:hidden truncate">{chosen.short}</span>}
          <ChevronDown aria-hidden className="size-3.5 shrink-0 @max-md:hidden" />
        </button>
      }
      entries={[
        {
          type: "choice",
          id: "choice",
          label,
          value,
          options: choices.map(({ id, label, sentence }) => ({ value: id, label, hint: sentence })),
          onChange: (id) => onChange(id as Id),
        },
      ]}
    />
  )
}
