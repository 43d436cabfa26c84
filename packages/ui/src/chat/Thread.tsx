import { ArrowDown, LoaderCircle } from "lucide-react"
import type { ReactNode } from "react"
import { useEffect, useMemo, useRef, useState } from "react"
import { Button } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { Notice } from "../states/Notice.tsx"
import type { NamedPages } from "./answer/link-names.ts"
import { namesTold } from "./answer/names-told.ts"
import { type ChatItem, spokenText } from "./blocks.ts"
import { MessageView, type ThreadParts } from "./MessageView.tsx"
import { useBottomAnchor } from "./use-bottom-anchor.ts"

export type ThreadProps = {
  /** Names the region: the conversation's title. */
  label: string
  messages: readonly ChatItem[]
  parts: ThreadParts
  /** A turn is under way. */
  running: boolean
  /** Nothing of the answer is here yet. */
  waiting: boolean
  /** The message that this page has just sent. */
  sentId?: string | null
  /** Messages before these. */
  earlier?: { available: boolean; loading: boolean; error: string | null; load: () => void }
  /** Sends the chosen answer to a question. */
  onAnswer?: (option: string) => void
  /** Has the last question answered again. */
  onTryAgain?: () => void
  /** The ways on after an answer that failed; `question` is what was asked. */
  recovery?: (question: string, tryAgain: (() => void) | undefined) => ReactNode
  /** Shown while there are no messages. */
  empty?: ReactNode
  className?: string
}

/** What was said, growing at its end. */
export function Thread(props: ThreadProps) {
  const {
    label,
    messages,
    parts,
    running,
    waiting,
    sentId,
    earlier,
    onAnswer,
    onTryAgain,
    recovery,
    empty,
    className,
  } = props
  const names = useNames(messages, parts)
  const failed = !running && hasFailed(messages.at(-1))
  const { scroller, content, away, toEnd } = useBottomAnchor(messages[0]?.id, running)
  const announced = useFinishedAnswer(messages, running)
  const last = messages.length - 1

  // Whoever sends wants to see it, wherever they were reading.
  useEffect(() => {
    if (sentId) toEnd()
  }, [sentId, toEnd])

  function tryAgain(): void {
    // The button goes away while the turn runs: what has the keyboard stays in the thread.
    scroller.current?.focus({ preventScroll: true })
    toEnd()
    onTryAgain?.()
  }

  return (
    <div className={cx("relative flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="@container mx-auto flex min-h-full w-full max-w-3xl flex-col px-3 py-4 sm:px-5">
          {earlier?.available && (
            <div className="mb-4 flex flex-col items-center gap-2">
              {earlier.error && <Notice tone="error">{earlier.error}</Notice>}
              <Button size="sm" busy={earlier.loading} onClick={earlier.load}>
                Show earlier messages
              </Button>
            </div>
          )}
          {messages.length === 0 ? empty : <h2 className="sr-only">Messages</h2>}
          <ol className="flex min-w-0 flex-col gap-5">
            {messages.map((message, index) => (
              <li key={message.id} className="min-w-0 empty:hidden">
                <MessageView
                  message={message}
                  parts={parts}
                  onAnswer={index === last && !running ? onAnswer : undefined}
                  answer={answerAfter(messages, index)}
                  onTryAgain={index === last && !running && onTryAgain && !failed ? tryAgain : undefined}
                  recovery={
                    index === last && failed ? recovery?.(lastQuestion(messages), onTryAgain && tryAgain) : undefined
                  }
                  names={names}
                />
              </li>
            ))}
          </ol>
          {waiting && <Waiting />}
        </div>
      </section>
      {away !== "no" && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="sm"
            icon={<ArrowDown />}
            className="pointer-events-auto rounded-full! shadow-float"
            onClick={toEnd}
          >
            {away === "missing" ? "New text below" : "To the end"}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {running ? "The assistant is answering." : announced}
      </p>
    </div>
  )
}

/** Things that tools told of in this conversation. The same map until there is another: every answer is drawn with it. */
function useNames(messages: readonly ChatItem[], parts: ThreadParts): NamedPages {
  const kept = useRef<NamedPages>(new Map())
  return useMemo(() => {
    const names = namesTold(messages, parts)
    if (!isSame(names, kept.current)) kept.current = names
    return kept.current
  }, [messages, parts])
}

function isSame(names: NamedPages, others: NamedPages): boolean {
  return names.size === others.size && [...names].every(([name, href]) => others.get(name) === href)
}

function hasFailed(message: ChatItem | undefined): boolean {
  return message?.blocks.some((block) => block.type === "notice" && FAILURES.has(block.kind)) ?? false
}

/** Ends of a turn after which somebody wants to ask once more. */
const FAILURES: ReadonlySet<string> = new Set(["failed", "interrupted", "cut", "refused", "length", "over-spend"])

function lastQuestion(messages: readonly ChatItem[]): string {
  const asked = messages.findLast(({ role, blocks }) => role === "user" && blocks.some(({ type }) => type === "text"))
  return asked ? spokenText(asked.blocks) : ""
}

function Waiting() {
  return (
    <p className="mt-4 flex items-center gap-2 px-1.5 text-muted text-table">
      <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
      Asking the model
    </p>
  )
}

/** The answer once it is whole: reading every token aloud would never catch up. */
function useFinishedAnswer(messages: readonly ChatItem[], running: boolean): string {
  const [announced, setAnnounced] = useState("")
  const ran = useRef(running)
  const latest = messages.at(-1)
  useEffect(() => {
    const finished = ran.current && !running
    ran.current = running
    if (running) setAnnounced("")
    if (!finished || latest?.role !== "assistant") return
    const text = spokenText(latest.blocks).slice(0, MOST_ANNOUNCED)
    const waits = latest.blocks.some(({ type }) => type === "proposal")
    setAnnounced([text || "The assistant has answered.", waits ? "A proposal waits for a signature." : ""].join(" "))
  }, [running, latest])
  return announced
}

/** What is read aloud by itself; the rest is in the thread. */
const MOST_ANNOUNCED = 2_000

function answerAfter(messages: readonly ChatItem[], index: number): string | undefined {
  const next = messages[index + 1]
  return next?.role === "user" ? spokenText(next.blocks) : undefined
}
