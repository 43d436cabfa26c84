import { X } from "lucide-react"
import type { ClipboardEvent, KeyboardEvent } from "react"
import { useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { spellHidden } from "../text/hidden-characters.ts"
import { plainly } from "../text/PlainText.tsx"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"

export type TagInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  placeholder?: string
  /** A sentence about what is wrong with the tag, or null when it may be added. */
  validate?: (tag: string) => string | null
  /** Without a Field around it. */
  label?: string
  disabled?: boolean
  id?: string
  className?: string
}

/** Free words: Enter or a comma adds one, Backspace takes the last away, a pasted list is split. */
export function TagInput({ value, onChange, placeholder, validate, label, disabled, id, className }: TagInputProps) {
  const [draft, setDraft] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const control = useFieldControl({ id })

  function add(words: readonly string[]) {
    const next = [...value]
    for (const word of words.map((each) => each.trim()).filter(Boolean)) {
      const wrong = validate?.(word) ?? null
      if (wrong) {
        setProblem(wrong)
        setDraft(word)
        onChange(next)
        return
      }
      if (!next.includes(word)) next.push(word)
    }
    setProblem(null)
    setDraft("")
    if (next.length !== value.length) onChange(next)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if ((event.key === "Enter" && draft.trim()) || event.key === ",") {
      event.preventDefault()
      add([draft])
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      onChange(value.slice(0, -1))
    }
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const words = event.clipboardData.getData("text").split(/[,;\n\t]/)
    if (words.length < 2) return
    event.preventDefault()
    add([...words])
  }

  return (
    <div className={className}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the keyboard has the input. */}
      <div
        className={cx(
          CONTROL_CLASS,
          "flex min-h-8 cursor-text flex-wrap items-center gap-1 px-1 py-0.75 text-table pointer-coarse:min-h-10",
          "focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1",
          (problem || control["aria-invalid"]) && "border-danger",
        )}
        onClick={() => input.current?.focus()}
      >
        {value.map((tag) => (
          <Chip
            key={tag}
            label={tag}
            disabled={disabled}
            onRemove={() => onChange(value.filter((each) => each !== tag))}
          />
        ))}
        <input
          {...control}
          ref={input}
          aria-label={label}
          aria-invalid={problem ? true : control["aria-invalid"]}
          data-untaken={problem ? "" : undefined}
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value)
            setProblem(null)
          }}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          onBlur={() => draft.trim() && add([draft])}
          className="h-6 min-w-20 flex-1 bg-transparent px-1.5 text-ink outline-none"
        />
      </div>
      <p role="status" className={problem ? "mt-1 text-danger-ink text-table" : "sr-only"}>
        {problem}
      </p>
    </div>
  )
}

export type ChipProps = { label: string; onRemove?: () => void; disabled?: boolean }

/** One chosen word with a button that takes it away. */
export function Chip({ label, onRemove, disabled }: ChipProps) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm border border-hairline bg-sunken pl-1.5 text-ink text-table">
      <span className="truncate pr-1">{plainly(label)}</span>
      {onRemove && !disabled && (
        <button
          type="button"
          aria-label={`Remove ${spellHidden(label)}`}
          className="-ml-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink focus-visible:-outline-offset-2"
          onClick={(event) => {
            event.stopPropagation()
            onRemove()
          }}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  )
}
