import type { KeyboardEvent } from "react"
import { useId } from "react"
import { Button } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { PlainText } from "../text/PlainText.tsx"
import type { QuestionBlock } from "./blocks.ts"

export type QuestionCardProps = {
  question: QuestionBlock
  /** Left out once something was said after it. */
  onAnswer?: (option: string) => void
  /** What was said after it. */
  answer?: string
}

/** A question with answers to press. Anything else can be typed instead. */
export function QuestionCard({ question, onAnswer, answer }: QuestionCardProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-hairline border-l-3 border-l-accent bg-surface px-3 py-3 sm:px-4"
      onKeyDown={moveFocus}
    >
      <p id={id} className="break-words font-semibold text-prose">
        <PlainText>{question.question}</PlainText>
      </p>
      {onAnswer ? (
        <div className="mt-2.5 flex flex-col items-stretch gap-1.5 sm:items-start">
          {question.options.map((option) => (
            <Button
              key={option}
              onClick={() => onAnswer(option)}
              className="h-auto! min-h-8 max-w-full shrink! justify-start! whitespace-normal! wrap-anywhere py-1 text-left pointer-coarse:min-h-11"
            >
              {option}
            </Button>
          ))}
          <p className="mt-0.5 text-muted text-table">Or write another answer below.</p>
        </div>
      ) : (
        <ul className="mt-1.5 text-table">
          {question.options.map((option) => (
            <li key={option} className={cx("wrap-anywhere", option === answer ? "font-medium text-ink" : "text-muted")}>
              <PlainText>{option}</PlainText>
              {option === answer && <span className="font-normal text-muted"> (your answer)</span>}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll("button")]
  const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + step
  event.preventDefault()
  buttons[(next + buttons.length) % buttons.length]?.focus()
}
