import { lazy, Suspense } from "react"
import { LongText } from "./LongText.tsx"
import type { MarkdownProps } from "./Markdown.tsx"

/** Markdown whose parser is loaded on first use; until then the source is shown as plain text. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<LongText>{props.children}</LongText>}>
      <Loaded {...props} />
    </Suspense>
  )
}

/** Begins to load the parser where Markdown is sure to come, so that nobody sees its source first. */
export function loadMarkdown(): void {
  // Tried again, and told, where it is needed.
  importMarkdown().catch(() => {})
}

const importMarkdown = () => import("./Markdown.tsx")
const Loaded = lazy(() => importMarkdown().then(({ Markdown }) => ({ default: Markdown })))
