import { Check, Copy } from "lucide-react"
import type { ReactNode } from "react"
import { IconButton } from "../actions/IconButton.tsx"
import { cx } from "../class-names.ts"
import { useCopy } from "../fields/CopyField.tsx"
import { PlainText, plainly } from "./PlainText.tsx"

export type CodeBlockProps = {
  code: string
  /** A file name or language, written above. */
  title?: ReactNode
  /** Break long lines instead of scrolling. */
  wrap?: boolean
  /** Scroll after this many lines. */
  maxLines?: number
  className?: string
}

export function CodeBlock({ code, title, wrap, maxLines, className }: CodeBlockProps) {
  const [copied, copy] = useCopy(code)
  const copyButton = (
    <IconButton
      size="sm"
      label={copied ? "Copied" : "Copy the code"}
      icon={copied ? <Check /> : <Copy />}
      onClick={copy}
      className={title ? undefined : "absolute top-1.5 right-1.5 bg-sunken"}
    />
  )
  return (
    <figure className={cx("relative min-w-0 overflow-hidden rounded-md border border-hairline bg-sunken", className)}>
      {title && (
        <figcaption className="flex h-8 items-center justify-between border-hairline border-b pr-1 pl-3 text-muted text-table">
          <span className="truncate">{plainly(title)}</span>
          {copyButton}
        </figcaption>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={cx(
          "overflow-auto px-3 py-2 text-ink text-table focus-visible:-outline-offset-2",
          wrap && "whitespace-pre-wrap break-words",
          !title && "pr-10",
        )}
        style={maxLines ? { maxHeight: `${maxLines * 20 + 16}px` } : undefined}
      >
        <code>
          <PlainText>{code}</PlainText>
        </code>
      </pre>
      {!title && copyButton}
    </figure>
  )
}
