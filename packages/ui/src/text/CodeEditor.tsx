import { useEffect, useEffectEvent, useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { useFieldControl } from "../fields/Field.tsx"
import type { MountedEditor } from "./mount-editor.ts"
import { ownWords } from "./own-words.ts"

export type CodeLanguage = "typescript" | "shell" | "text"

/** What is wrong with a part of the text, by places in it. */
export type CodeMark = { from: number; to: number; message: string }

export type CodeCompletion = { label: string; detail?: string; type?: "function" | "variable" | "property" | "keyword" }

/** What fits at a place; `from` is where the word begins that a choice replaces. */
export type CodeCompletions = (
  text: string,
  at: number,
) => Promise<{ from: number; options: readonly CodeCompletion[] } | null>

export type CodeEditorProps = {
  /** Read aloud for the field. A label drawn beside it says the same words. */
  label: string
  value: string
  onChange?: (value: string) => void
  language?: CodeLanguage
  readOnly?: boolean
  marks?: readonly CodeMark[]
  complete?: CodeCompletions
  className?: string
}

/** A field for code. The editor is loaded on first use; until then the text can be read. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, language = "text", readOnly = false, marks = NO_MARKS, complete, className } = props
  const host = useRef<HTMLDivElement>(null)
  const isInvalid = useFieldControl({})["aria-invalid"] === true
  const [editor, setEditor] = useState<MountedEditor | null>(null)
  const [own] = useState(ownWords)
  const change = useEffectEvent((next: string) => {
    own.said(next)
    onChange?.(next)
  })
  const begin = useEffectEvent((mount: typeof import("./mount-editor.ts").mountEditor, element: HTMLElement) =>
    mount(element, { value, onChange: change }),
  )

  useEffect(() => {
    const element = host.current
    if (!element) return
    let mounted: MountedEditor | undefined
    let isGone = false
    void import("./mount-editor.ts").then(({ mountEditor }) => {
      if (isGone) return
      mounted = begin(mountEditor, element)
      setEditor(mounted)
    })
    return () => {
      isGone = true
      mounted?.remove()
      setEditor(null)
    }
  }, [])

  useEffect(() => {
    if (own.isNews(value)) editor?.setText(value)
  }, [editor, value, own])
  useEffect(
    () => editor?.configure({ label, language, readOnly, marks, complete }),
    [editor, label, language, readOnly, marks, complete],
  )

  return (
    <div className={cx("flex min-w-0 flex-col gap-1 text-table", className)}>
      <div
        ref={host}
        // The text itself is in a shadow root, where a form does not look for its first wrong field.
        data-invalid={isInvalid || undefined}
        className="min-w-0 overflow-hidden rounded-md border border-control bg-surface data-invalid:border-danger"
      />
      {!editor && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto rounded-md border border-control bg-surface px-3 py-2 font-mono"
        >
          {value}
        </pre>
      )}
      {marks.length > 0 && (
        <ul aria-label={`Problems in ${label}`} className="text-danger-ink">
          {marks.map(({ from, to, message }) => (
            <li key={`${from} ${to} ${message}`}>
              Line {lineOf(value, from)}: {message}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && <p className="text-muted">Tab indents. To leave, press Escape, then Tab.</p>}
    </div>
  )
}

const NO_MARKS: readonly CodeMark[] = []

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length
}
