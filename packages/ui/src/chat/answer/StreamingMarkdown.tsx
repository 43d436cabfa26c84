import { memo, useMemo } from "react"
import { LazyMarkdown } from "../../text/LazyMarkdown.tsx"
import { LongText } from "../../text/LongText.tsx"
import type { NamedPages } from "./link-names.ts"
import { settleTail, splitMarkdown } from "./split-markdown.ts"

export type StreamingMarkdownProps = {
  children: string
  /** More is to come: the end is kept in a shape that the next letter does not overturn. */
  open?: boolean
  onNavigate?: (href: string) => void
  /** Names that lead to pages. */
  names?: NamedPages
}

/** Markdown that grows: only its last piece is parsed and drawn again. */
export function StreamingMarkdown({ children, open = false, onNavigate, names }: StreamingMarkdownProps) {
  const [drawn, rest] = useMemo(() => boundary(children), [children])
  const pieces = useMemo(() => splitMarkdown(drawn), [drawn])
  const growing = open && rest === ""
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {pieces.map((piece, index) => (
        // Pieces are only ever added at the end.
        <Piece key={index.toString()} onNavigate={onNavigate} names={names}>
          {growing && index === pieces.length - 1 ? settleTail(piece) : piece}
        </Piece>
      ))}
      {rest && (
        <>
          <p className="border-hairline border-t pt-2 text-muted text-table">
            This answer is very long. From here on it is shown as it was written.
          </p>
          <LongText>{rest}</LongText>
        </>
      )}
    </div>
  )
}

/** More than anybody reads at once. What follows is shown as it was written, which costs nothing until it is looked at. */
const MOST_DRAWN = 128 * 1024

function boundary(text: string): [drawn: string, rest: string] {
  if (text.length <= MOST_DRAWN) return [text, ""]
  const blank = text.lastIndexOf("\n\n", MOST_DRAWN)
  const at = blank > MOST_DRAWN / 2 ? blank + 2 : 0
  return [text.slice(0, at), text.slice(at)]
}

const Piece = memo(function Piece({ children, onNavigate, names }: Omit<StreamingMarkdownProps, "open">) {
  return (
    <LazyMarkdown
      headingLevel={4}
      foreignLinks="text"
      onNavigate={onNavigate}
      names={names}
      className={children.startsWith("#") ? "pt-2" : undefined}
    >
      {children}
    </LazyMarkdown>
  )
})
