import { SearchInput } from "@countersign/ui"
import { useDelayedText } from "./use-list-state.ts"

export function ListSearch({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useDelayedText(value, onChange)
  return <SearchInput label={label} value={text} onChange={setText} shortcut="/" />
}
