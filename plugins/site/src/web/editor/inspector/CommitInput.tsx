import { TextInput, type TextInputProps } from "@countersign/ui"
import { useEffect, useState } from "react"

interface CommitInputProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur"> {
  value: string
  /** Called when the field is left, or with Enter, and what it says is another. */
  onCommit: (value: string) => void
}

/** A field whose words count once it is left. What somebody else sets meanwhile shows as long as nobody types here. */
export function CommitInput({ value, onCommit, ...rest }: CommitInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is another thing's.
  useEffect(() => setTyped(null), [value])
  function commit(): void {
    if (typed !== null && typed !== value) onCommit(typed)
    setTyped(null)
  }
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === "Enter") commit()
        if (event.key === "Escape" && typed !== null) {
          event.stopPropagation()
          setTyped(null)
        }
      }}
    />
  )
}
