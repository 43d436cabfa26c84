import { Suspense } from "react"
import { lazyPart, type MissingPartProps } from "../states/lazy-part.tsx"
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
  // Without it the source is shown.
  importMarkdown().catch(() => {})
}

const importMarkdown = () => import("./Markdown.tsx")
const Loaded = lazyPart<MarkdownProps>(() => importMarkdown().then(({ Markdown }) => ({ default: Markdown })), Source)

/** Without the parser its source is still to be read. */
function Source({ props }: MissingPartProps<MarkdownProps>) {
  return <LongText>{props.children}</LongText>
}
