import type { Ref } from "react"
import { useEffect, useRef, useState } from "react"
import { SearchInput } from "./TextInput.tsx"

export type ListSearchProps = {
  label: string
  /** What the list was last asked for. */
  value: string | undefined
  /** Told after a pause in typing. */
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The search box over a list: shows every letter at once, and asks the list when the typing rests. */
export function ListSearch({ label, value = "", onChange, ref }: ListSearchProps) {
  const [text, setText] = useTypedText(value, onChange)
  return <SearchInput ref={ref} label={label} value={text} onChange={setText} shortcut="/" />
}

// Long enough not to ask for every letter, short enough not to be felt.
const TYPING_PAUSE_MS = 200

function useTypedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latestTell = useRef(tell)
  latestTell.current = tell

  useEffect(() => {
    // Changed by other means: the back button, a cleared filter.
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = text.trim()
      latestTell.current(told.current)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
