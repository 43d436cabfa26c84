import { Lightbulb } from "lucide-react"
import { plainly } from "../text/PlainText.tsx"
import { Disclosure } from "./Disclosure.tsx"

export type ReasoningRowProps = { text: string; open: boolean }

/** What the model told itself before answering: there for those who want to know. */
export function ReasoningRow({ text, open }: ReasoningRowProps) {
  // Some providers keep it to themselves and send an empty part.
  if (!text && !open) return null
  return (
    <Disclosure
      className="-my-1"
      line={
        <>
          <Lightbulb aria-hidden className="size-4 shrink-0 text-faint" />
          <span>{open ? "Thinking" : "Thought about it"}</span>
        </>
      }
    >
      {() => (
        <p className="whitespace-pre-wrap break-words text-muted text-table">
          {plainly(text || "Nothing to show yet.")}
        </p>
      )}
    </Disclosure>
  )
}
