import { SegmentedControl, Select } from "@countersign/ui"
import { ThingPicker } from "../ThingPicker.tsx"
import { useMayName, useNamedThing } from "../thing/use-named-thing.ts"
import { choicesFrom } from "../timeline/visibility.ts"

interface Control {
  value: string
  onChange(value: string | undefined): void
}

/** All, or one of a few states: `<StateFilter words={{ open: "Open", over: "Over" }} {...list.control("state")} />`. */
export function StateFilter({ words, ...control }: Control & { words: Readonly<Record<string, string>> }) {
  return <SegmentedControl label="State" options={[{ value: "", label: "All" }, ...choicesFrom(words)]} {...control} />
}

/** Any, or one of many words. */
export function WordFilter({
  label,
  words,
  ...control
}: Control & { label: string; words: Readonly<Record<string, string>> }) {
  return <Select prefixLabel={label} placeholder="any" options={choicesFrom(words)} {...control} />
}

/** Any, or one thing of another plugin; not there for those who may not learn what such things are called. */
export function ThingFilter({ type, noun, value, onChange }: Control & { type: string; noun: string }) {
  const mayName = useMayName(type)
  const named = useNamedThing(type, value)
  if (!mayName) return null
  return (
    <ThingPicker
      type={type}
      label={`Filter by ${noun}`}
      placeholder={`Any ${noun}`}
      className="w-44"
      value={value ? (named ?? { id: value, label: `One ${noun}` }) : null}
      onChange={(option) => onChange(option?.id)}
    />
  )
}
