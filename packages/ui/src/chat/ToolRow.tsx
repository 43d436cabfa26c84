import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CornerUpLeft,
  Eye,
  LoaderCircle,
  PencilLine,
  Signature,
  Trash2,
} from "lucide-react"
import type { ReactNode } from "react"
import { TextLink } from "../actions/Link.tsx"
import { formatCount, formatDuration } from "../marks/format.ts"
import { CodeBlock } from "../text/CodeBlock.tsx"
import { PlainText } from "../text/PlainText.tsx"
import type { Effect, ToolCallBlock, ToolResultBlock } from "./blocks.ts"
import { Disclosure } from "./Disclosure.tsx"
import { prettyJson } from "./pretty-json.ts"

export type ToolRowProps = {
  call: ToolCallBlock
  /** What it is about, in a line for people. Its name is for models. */
  words: ReactNode
  /** The sign of what it does. */
  icon: ReactNode
  result: ToolResultBlock | undefined
  /** It became a proposal, whether or not its result is here. */
  proposed: boolean
  /** The turn it belongs to goes on. */
  live: boolean
  /** Things that it told of, and where they are looked at. */
  things: readonly (readonly [name: string, href: string])[]
}

/** A call of a tool in one line, which opens to what it was asked and what it answered. */
export function ToolRow({ call, words, icon, result, proposed, live, things }: ToolRowProps) {
  return (
    <Disclosure
      className="-my-1"
      line={
        <>
          {icon}
          <span className="min-w-0 flex-1 truncate text-ink">{words}</span>
          <State {...{ result, proposed, live, cut: call.cut === true }} />
        </>
      }
    >
      {() => (
        <>
          <Things things={things} />
          <CodeBlock title="Asked with" code={prettyJson(call.arguments)} wrap maxLines={14} />
          {result ? (
            <CodeBlock title={titleOf(result)} code={prettyJson(result.text)} wrap maxLines={18} />
          ) : (
            <p className="text-muted text-table">
              {proposed
                ? "It waits for a signature on the card below."
                : live && !call.cut
                  ? "It has not answered yet."
                  : "There is no answer."}
            </p>
          )}
        </>
      )}
    </Disclosure>
  )
}

/** An eye for a look, a pencil for a change. */
export function EffectIcon({ effect }: { effect: Effect }) {
  const Icon = ICONS[effect]
  return <Icon aria-hidden className="size-4 shrink-0 text-faint" />
}

/** A look at thousands has them all in its answer. */
const MOST_THINGS = 12

function Things({ things }: Pick<ToolRowProps, "things">) {
  const pages = [...new Map(things.map(([name, href]) => [href, name]))]
  if (pages.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-table">
      <span className="text-muted">Told of</span>
      {pages.slice(0, MOST_THINGS).map(([href, name]) => (
        <TextLink key={href} href={href} className="min-w-0 break-words">
          <PlainText>{name}</PlainText>
        </TextLink>
      ))}
      {pages.length > MOST_THINGS && (
        <span className="text-muted">and {formatCount(pages.length - MOST_THINGS, "other", "others")}</span>
      )}
    </p>
  )
}

function State(props: { result: ToolResultBlock | undefined; proposed: boolean; live: boolean; cut: boolean }) {
  const { result, proposed, live, cut } = props
  const took = result?.durationMs === undefined ? null : formatDuration(result.durationMs)
  if (!result && !proposed && live && !cut)
    return (
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin motion-reduce:animate-none" />
        running
      </span>
    )
  const [Icon, word, ink] = result?.isError
    ? (UNHURT[result.failure?.kind ?? ""] ?? ([CircleAlert, "failed", "text-danger-ink"] as const))
    : proposed || result?.text.startsWith(AWAITING)
      ? ([Signature, "proposed", "text-seal-ink"] as const)
      : result
        ? ([CircleCheck, "done", "text-healthy-ink"] as const)
        : ([CircleSlash, "no answer", "text-faint"] as const)
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1.5">
      <Icon aria-hidden className={`size-3.5 ${ink}`} />
      {word}
      {took && <span className="tabular-nums @max-lg:hidden">{took}</span>}
    </span>
  )
}

/** Ends of a call that nobody has to worry about. */
const UNHURT: Record<string, readonly [typeof CornerUpLeft, string, string]> = {
  invalid: [CornerUpLeft, "sent back", "text-faint"],
  "not-made": [CircleSlash, "not made", "text-faint"],
}

function titleOf({ isError, failure, source, outside }: ToolResultBlock): string {
  if (failure?.kind === "invalid") return "Sent back to be mended"
  if (failure?.kind === "not-made") return "Not made"
  if (isError) return "Refused or failed"
  if (source?.class === "colleague") return "Answer, with what colleagues wrote"
  return source || outside ? "Answer, with text from outside" : "Answer"
}

/** How the gate answers a call that became a proposal. */
const AWAITING = '{"status":"awaiting_signature"'

const ICONS = { read: Eye, mutate: PencilLine, destructive: Trash2 }
