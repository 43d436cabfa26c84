import { Combobox, MultiSelect, type Option } from "@countersign/ui"
import { useRegistry } from "./registry.ts"

export type ThingPickerProps = {
  /** What is chosen: `catalog.system`. Whichever plugin offers things of this type is asked. */
  type: string
  /** Names the list, and the box where no Field does. */
  label: string
  placeholder?: string
  /** Said when nothing matches, and where to make one. */
  emptyText?: string
  className?: string
} & (
  | { multiple: true; value: readonly Option[]; onChange: (things: Option[]) => void }
  | { multiple?: false; value: Option | null; onChange: (thing: Option | null) => void }
)

/** Choose things of any plugin by typing part of their names. Those whose names look alike are marked. */
export function ThingPicker(props: ThingPickerProps) {
  const { type, label, placeholder = "Type part of the name", emptyText, className } = props
  const choose = useRegistry().choicesOf(type)
  const shared = {
    label,
    placeholder,
    className,
    emptyText: choose ? emptyText : "Nothing that is switched on here offers these.",
    loadOptions: choose ?? (async () => []),
  }
  if (props.multiple) return <MultiSelect {...shared} value={props.value} onChange={props.onChange} />
  return <Combobox {...shared} value={props.value} onChange={props.onChange} />
}
