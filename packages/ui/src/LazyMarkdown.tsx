import { lazy, Suspense } from "react"
import type { MarkdownProps } from "./Markdown.tsx"

/** Markdown whose parser is loaded on first use; until then the source is shown as plain text. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap text-prose">{props.children}</div>}>
      <Loaded {...props} />
    </Suspense>
  )
}

const Loaded = lazy(() => import("./Markdown.tsx").then(({ Markdown }) => ({ default: Markdown })))
