import { Button, Notice, useCopy } from "@countersign/ui"
import type { Told } from "./store/editor-store.ts"
import { useEditor, useStore } from "./store/use-editor.ts"

/** What did not happen and why, until it was read. */
export function Tellings() {
  const told = useEditor((state) => state.told)
  return (
    // There before anything is told, or nobody would hear it.
    <div
      aria-live="polite"
      className="pointer-events-none absolute inset-x-0 bottom-8 z-10 flex flex-col gap-2 px-3 [&:not(:empty)]:py-3"
    >
      {told.map((one) => (
        <Telling key={one.id} told={one} />
      ))}
    </div>
  )
}

function Telling({ told }: { told: Told }) {
  const store = useStore()
  return (
    <Notice
      tone={told.tone}
      className="pointer-events-auto shadow-float"
      action={
        <div className="flex gap-2">
          {told.words !== null && <CopyWords words={told.words} />}
          {told.answer && (
            <Button
              size="sm"
              onClick={() => {
                store.dismiss(told.id)
                told.answer?.run()
              }}
            >
              {told.answer.label}
            </Button>
          )}
          <Button size="sm" onClick={() => store.dismiss(told.id)}>
            Dismiss
          </Button>
        </div>
      }
    >
      {told.text}
    </Notice>
  )
}

function CopyWords({ words }: { words: string }) {
  const [copied, copy] = useCopy(words)
  return (
    <Button size="sm" onClick={copy}>
      {copied ? "Copied" : "Copy the words"}
    </Button>
  )
}
