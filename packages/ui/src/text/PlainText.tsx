import type { FragmentProps, ReactNode } from "react"
import { Children, Fragment, isValidElement } from "react"
import { fewHidden, spellHidden } from "./hidden-characters.ts"

export type PlainTextProps = { children: string }

/**
 * A text that others wrote, exactly as it is: characters that nobody sees, or that turn around what stands beside them,
 * are shown as marks, and nothing it holds changes the direction of what surrounds it.
 */
export function PlainText({ children }: PlainTextProps) {
  const parts = fewHidden(children, MOST_PARTS)
  if (!parts) return <bdi>{spellHidden(children)}</bdi>
  if (parts.length === 1 && parts[0]?.hidden === undefined)
    return RIGHT_TO_LEFT.test(children) ? <bdi>{children}</bdi> : children
  return (
    <bdi>
      {parts.map(({ text, hidden }, index) =>
        hidden === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          <bdi key={index}>{text}</bdi>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place.
          <HiddenMark key={index} name={hidden} />
        ),
      )}
    </bdi>
  )
}

/** A text of nothing but such characters would be as many elements, and no page bears hundreds of thousands. */
const MOST_PARTS = 2_000

/** For components that take anything: bare texts are shown as they are, also beside other things; the rest shows itself. */
export function plainly(content: ReactNode): ReactNode {
  if (typeof content === "string") return <PlainText>{content}</PlainText>
  if (Array.isArray(content)) return Children.map(content, plainly)
  if (isValidElement<FragmentProps>(content) && content.type === Fragment)
    return <Fragment key={content.key}>{Children.map(content.props.children, plainly)}</Fragment>
  return content
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function HiddenMark({ name }: { name: string }) {
  return (
    <span data-hidden-character title={hiddenMarkTitle(name)} className={HIDDEN_MARK_CLASS}>
      {name}
    </span>
  )
}

export const HIDDEN_MARK_CLASS =
  "mx-px inline-block whitespace-nowrap rounded-sm border border-degraded bg-degraded-soft px-1 align-baseline font-mono text-degraded-ink text-[0.8em] leading-tight"

export function hiddenMarkTitle(name: string): string {
  return `A character that cannot be seen: ${name}`
}
