import { Button, Field, Notice, TextArea } from "@countersign/ui"
import { ArrowLeft } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { cleanCss, policyOf, rewriteSheet, textOf } from "../../../document.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { whereUsed } from "./code-words.ts"

interface Typed {
  readonly text: string
  /** What the sheet said when it was taken over last: whatever else it says now is somebody else's. */
  readonly known: string
}

/** A stylesheet as text: the canvas shows what is typed as soon as the keys rest. */
export function SheetText({ id, onBack }: { id: string; onBack: () => void }) {
  const store = useStore()
  const sheet = useEditor(({ site }) => site.sheets.find((one) => one.id === id) ?? null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const latest = useRef<Typed | null>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const text = sheet ? textOf(sheet) : ""
  const isOverrun = typed !== null && typed.known !== text

  function hold(next: Typed | null): void {
    latest.current = next
    setTyped(next)
  }

  /** Answers what was left out; null where it does not happen at all, and the reason is told. */
  function take(): readonly string[] | null {
    clearTimeout(timer.current)
    const { site } = store.get()
    const [now, held] = [site.sheets.find((one) => one.id === id), latest.current]
    if (!now || !held || held.known !== textOf(now)) return []
    const { css, removed } = cleanCss(held.text, policyOf(site.facts))
    const commands = rewriteSheet(now, css, store.nextId)
    if (commands.length === 0) return removed
    if (!store.perform({ name: "Styles", commands, typing: `sheet ${id}` }).ok) return null
    const after = store.get().site.sheets.find((one) => one.id === id)
    hold({ ...held, known: after ? textOf(after) : held.known })
    return removed
  }

  function leave(): void {
    const removed = take()
    // It is nowhere but here: gone from the field, whoever wrote it would have lost it.
    if (removed === null) return
    const [first] = removed
    if (first) store.tell(`${first} was left out: it could run or load something.`)
    const now = store.get().site.sheets.find((one) => one.id === id)
    // What was typed is the sheet's now; where somebody else was quicker it stays in sight.
    if (now && latest.current?.known === textOf(now)) hold(null)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      <Button className="self-start" size="sm" variant="quiet" icon={<ArrowLeft />} onClick={onBack}>
        All styles and scripts
      </Button>
      {sheet ? (
        <>
          <Field
            label={`Text of ${sheet.name}`}
            hint={`${whereUsed(sheet)}. The canvas follows what you type.`}
            className="flex min-h-0 flex-1 flex-col [&>:has(textarea)]:min-h-0 [&>:has(textarea)]:flex-1"
          >
            <TextArea
              mono
              spellCheck={false}
              readOnly={!store.mayEdit}
              className="field-sizing-fixed h-full max-h-none min-h-60 w-full resize-none"
              value={typed?.text ?? text}
              onChange={(event) => {
                hold({ text: event.target.value, known: latest.current?.known ?? text })
                clearTimeout(timer.current)
                timer.current = window.setTimeout(take, RESTS_MS)
              }}
              onBlur={leave}
            />
          </Field>
          {isOverrun && (
            <Notice
              tone="warning"
              action={
                <Button size="sm" onClick={() => hold(null)}>
                  Show it as it is
                </Button>
              }
            >
              It was changed elsewhere meanwhile, so what you type here is not taken. Copy it first if you need it.
            </Notice>
          )}
        </>
      ) : (
        <p className="text-muted text-table">It was removed meanwhile.</p>
      )}
    </div>
  )
}

/** Letter by letter, half of a rule would be shown and sent. */
const RESTS_MS = 400
