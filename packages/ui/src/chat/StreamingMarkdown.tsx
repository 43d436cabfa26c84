import { memo, useMemo } from "react"
import { LazyMarkdown } from "../LazyMarkdown.tsx"
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
  const pieces = useMemo(() => splitMarkdown(children), [children])
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {pieces.map((piece, index) => (
        // Pieces are only ever added at the end.
        <Piece key={index.toString()} onNavigate={onNavigate} names={names}>
          {open && index === pieces.length - 1 ? settleTail(piece) : piece}
        </Piece>
      ))}
    </div>
  )
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
