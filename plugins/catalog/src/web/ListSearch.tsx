import { useTypedText } from "@countersign/core/web"
import { SearchInput } from "@countersign/ui"

export function ListSearch(props: { label: string; value: string | undefined; onChange: (value: string) => void }) {
  const [text, setText] = useTypedText(props.value ?? "", props.onChange)
  return <SearchInput label={props.label} value={text} onChange={setText} shortcut="/" />
}
