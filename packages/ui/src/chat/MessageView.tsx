import { Check, Copy, History, RotateCcw } from "lucide-react"
import type { ReactNode } from "react"
import { memo } from "react"
import { IconButton } from "../actions/IconButton.tsx"
import { cx } from "../class-names.ts"
import { useCopy } from "../fields/CopyField.tsx"
import { Time } from "../marks/Time.tsx"
import { PlainText } from "../text/PlainText.tsx"
import type { NamedPages } from "./answer/link-names.ts"
import { namesToldIn } from "./answer/names-told.ts"
import { StreamingMarkdown } from "./answer/StreamingMarkdown.tsx"
import {
  type AppliedBlock,
  type ChatBlock,
  type ChatItem,
  type Effect,
  isAgain,
  type ProposalBlock,
  type Row,
  rowsOf,
  spokenText,
  type ToolCallBlock,
  type ToolResultBlock,
} from "./blocks.ts"
import { Disclosure } from "./Disclosure.tsx"
import { NoticeRow } from "./NoticeRow.tsx"
import { QuestionCard } from "./QuestionCard.tsx"
import { ReasoningRow } from "./ReasoningRow.tsx"
import { ToolRow } from "./ToolRow.tsx"

/** What the thread cannot know by itself. Give the same object each time: finished messages are then not drawn again. */
export type ThreadParts = {
  imageHref: (imageId: string) => string
  proposal: (block: ProposalBlock) => ReactNode
  applied: (block: AppliedBlock) => ReactNode
  /** On the line of an answer that is folded away: whether one of its cards still waits. */
  waiting: (proposals: readonly ProposalBlock[]) => ReactNode
  /** Beneath an answer that is whole: what plugins have to say of its turn. */
  beneath: (message: ChatItem) => ReactNode
  onNavigate: (href: string) => void
  /** What a call is about, for people: `Looked at open incidents`. Once it has a result, what it did. */
  callWords: (call: ToolCallBlock, result: ToolResultBlock | undefined) => ReactNode
  /** The sign of what a call does: `EffectIcon`. A row knows it only of what was proposed or applied. */
  callIcon: (call: ToolCallBlock, result: ToolResultBlock | undefined, effect: Effect) => ReactNode
  /** Things that a tool told of, with their pages. */
  namesIn: (toolName: string, result: string) => readonly (readonly [name: string, href: string])[]
}

export type MessageViewProps = {
  message: ChatItem
  parts: ThreadParts
  /** Given for the latest message while nothing runs: answers its question. */
  onAnswer?: (option: string) => void
  /** What was said after it. */
  answer?: string
  /** Given for the latest answer while nothing runs: has its question answered again. */
  onTryAgain?: () => void
  /** Given for the latest answer where it failed: the ways on. */
  recovery?: ReactNode
  /** Things that were told of so far, by name. */
  names?: NamedPages
}

export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, parts } = props
  const own = message.role === "user" && message.blocks.every(({ type }) => type !== "notice")
  if (own) return <OwnMessage message={message} parts={parts} />
  if (message.superseded) return <EarlierAnswer message={message} parts={parts} names={props.names} />
  return (
    <article aria-label="Assistant" className="flex min-w-0 flex-col gap-2">
      <h3 className="sr-only">Assistant</h3>
      <Answer {...props} />
    </article>
  )
})

/** What the question was answered first. It is kept: its calls may have changed things, its cards may wait. */
function EarlierAnswer({ message, parts, names }: Pick<MessageViewProps, "message" | "parts" | "names">) {
  const proposals = message.blocks.filter((block) => block.type === "proposal")
  return (
    <article aria-label="Earlier answer">
      <h3 className="sr-only">Earlier answer</h3>
      <Disclosure
        line={
          <>
            <History aria-hidden className="size-4 shrink-0 text-faint" />
            <span>Earlier answer</span>
            {proposals.length > 0 && parts.waiting(proposals)}
          </>
        }
      >
        {() => <Answer message={message} parts={parts} names={names} />}
      </Disclosure>
    </article>
  )
}

function Answer({ message, parts, onAnswer, answer, onTryAgain, recovery, names }: MessageViewProps) {
  const text = spokenText(message.blocks)
  return (
    <>
      {rowsOf(message).map((row) => (
        <RowView key={row.key} {...{ row, message, parts, onAnswer, answer, names }} />
      ))}
      {message.open === null && message.turnId && parts.beneath(message)}
      {recovery}
      {message.open === null && (text || onTryAgain) && (
        <footer className="flex min-h-6 items-center gap-2 text-faint text-table">
          {text && <CopyAnswer text={text} />}
          {onTryAgain && (
            <IconButton size="sm" label="Try again" icon={<RotateCcw />} onClick={onTryAgain} className="text-faint!" />
          )}
          <Time instant={message.at} />
          {message.model && <span className="min-w-0 truncate font-mono">{message.model}</span>}
        </footer>
      )}
    </>
  )
}

function RowView({ row, message, parts, onAnswer, answer, names }: MessageViewProps & { row: Row }) {
  if (row.type === "call")
    return (
      <ToolRow
        {...row}
        words={parts.callWords(row.call, row.result)}
        icon={parts.callIcon(row.call, row.result, row.effect)}
        live={message.open !== null}
        things={row.result && !row.result.isError ? namesToldIn(row.result, parts) : []}
      />
    )
  const { block, open } = row
  switch (block.type) {
    case "text":
      return block.text ? <Text {...{ block, open, parts, names, told: message.blocks.some(isNotice) }} /> : null
    case "reasoning":
      return <ReasoningRow text={block.text} open={open} />
    case "image":
      return <Picture src={parts.imageHref(block.imageId)} />
    case "proposal":
      return parts.proposal(block)
    case "applied":
      return parts.applied(block)
    case "question":
      return <QuestionCard question={block} onAnswer={onAnswer} answer={answer} />
    case "notice":
      return <NoticeRow notice={block} />
    case "tool-result":
      return null
  }
}

function Text(props: {
  block: Extract<ChatBlock, { type: "text" }>
  open: boolean
  parts: ThreadParts
  names: NamedPages | undefined
  /** A notice says how it ended. */
  told: boolean
}) {
  const { block, open, parts, names, told } = props
  return (
    <div className="min-w-0 px-1.5">
      <StreamingMarkdown open={open} onNavigate={parts.onNavigate} names={names}>
        {block.text}
      </StreamingMarkdown>
      {block.cut && !told && <p className="mt-1 text-muted text-table">(cut off here)</p>}
    </div>
  )
}

function OwnMessage({ message, parts }: { message: ChatItem; parts: ThreadParts }) {
  const pictures = [
    ...message.previews,
    ...message.blocks.flatMap((block) => (block.type === "image" ? [parts.imageHref(block.imageId)] : [])),
  ]
  const text = spokenText(message.blocks)
  return (
    <article aria-label="You" className="ml-auto flex min-w-0 max-w-[88%] flex-col items-end gap-1.5">
      <h3 className="sr-only">You</h3>
      {pictures.length > 0 && (
        <div className="flex flex-wrap justify-end gap-1.5">
          {pictures.map((src) => (
            <Picture key={src} src={src} />
          ))}
        </div>
      )}
      {text && (
        <p className="min-w-0 max-w-full whitespace-pre-wrap break-words rounded-lg bg-pressed px-3 py-2 text-prose">
          <PlainText>{text}</PlainText>
        </p>
      )}
    </article>
  )
}

function Picture({ src }: { src: string }) {
  return (
    <a href={src} target="_blank" rel="noopener noreferrer" className="rounded-md">
      <img
        src={src}
        alt="Attached to the message"
        className="h-32 max-w-full rounded-md border border-hairline bg-sunken object-contain"
      />
    </a>
  )
}

function CopyAnswer({ text }: { text: string }) {
  const [copied, copy] = useCopy(text)
  return (
    <IconButton
      size="sm"
      label={copied ? "Copied" : "Copy the answer"}
      icon={copied ? <Check /> : <Copy />}
      onClick={copy}
      className={cx(!copied && "text-faint!")}
    />
  )
}

function isNotice(block: ChatBlock): boolean {
  return block.type === "notice" && !isAgain(block)
}
