import { useTypedText } from "@countersign/core/web"
import { SearchInput } from "@countersign/ui"

export function ListSearch({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useTypedText(value, onChange)
  return <SearchInput label={label} value={text} onChange={setText} shortcut="/" />
}
