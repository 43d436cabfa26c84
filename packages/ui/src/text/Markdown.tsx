import type { ReactNode } from "react"
import { isValidElement, useMemo } from "react"
import type { Components } from "react-markdown"
import ReactMarkdown from "react-markdown"
import remarkGfm from "remark-gfm"
import { LINK_CLASS } from "../actions/Link.tsx"
import { linkNames, type NamedPages } from "../chat/answer/link-names.ts"
import { cx } from "../class-names.ts"
import { LongText } from "./LongText.tsx"
import { markHiddenNodes } from "./mark-hidden-nodes.ts"
import { isTooMuchMarkdown } from "./markdown-limits.ts"
import { plainly } from "./PlainText.tsx"

export type MarkdownProps = {
  /** The source. HTML in it is dropped, images become their alternative text. */
  children: string
  /** Follows a link inside the application; without it such links load the page. */
  onNavigate?: (href: string) => void
  /**
   * `text`: addresses elsewhere are written out and lead nowhere. For words of a model, which others may have told to
   * put what it knows into an address: a click would send it there.
   */
  foreignLinks?: "open" | "text"
  /** Names that lead to pages of this application wherever the text has them. */
  names?: NamedPages
  /** Level of the first heading, so that the text fits below the page's own headings. */
  headingLevel?: 2 | 3 | 4
  /** Headings can be linked to, by the names GitHub gives them. Only for text of our own: others could take a page's ids. */
  anchors?: boolean
  className?: string
}

/** Prose written by people or models: nothing in it loads, runs or hides where it leads. */
export function Markdown(props: MarkdownProps) {
  const { children, onNavigate, foreignLinks = "open", names, headingLevel = 3, anchors = false, className } = props
  const plugins = useMemo(() => (names?.size ? [...PLUGINS, linkNames(names)] : PLUGINS), [names])
  const components = useMemo(
    () => parts(headingLevel, anchors, onNavigate, foreignLinks),
    [headingLevel, anchors, onNavigate, foreignLinks],
  )
  const plain = useMemo(() => isTooMuchMarkdown(children), [children])
  if (plain) return <LongText className={className}>{children}</LongText>
  return (
    <div className={cx("min-w-0 text-ink text-prose [&>:first-child]:mt-0 [&>:last-child]:mb-0", className)}>
      <ReactMarkdown skipHtml remarkPlugins={plugins} rehypePlugins={MARKS} components={components}>
        {children}
      </ReactMarkdown>
    </div>
  )
}

const PLUGINS = [remarkGfm]
const MARKS = [markHiddenNodes]

function parts(
  headingLevel: number,
  anchors: boolean,
  onNavigate: MarkdownProps["onNavigate"],
  foreignLinks: MarkdownProps["foreignLinks"],
): Components {
  const heading = (depth: number) => {
    const Tag = `h${Math.min(6, headingLevel + depth - 1)}` as "h2"
    return ({ children }: { children?: ReactNode }) => (
      <Tag id={anchors ? anchorOf(children) : undefined} className="mt-5 mb-1.5 scroll-mt-16 font-semibold text-prose">
        {children}
      </Tag>
    )
  }
  return {
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
    p: ({ children }) => <p className="my-2.5">{children}</p>,
    ul: ({ children }) => <ul className="my-2.5 list-disc pl-5 marker:text-faint">{children}</ul>,
    ol: ({ children, start }) => (
      <ol start={start} className="my-2.5 list-decimal pl-5 marker:text-faint">
        {children}
      </ol>
    ),
    li: ({ children }) => <li className="my-1 pl-0.5">{children}</li>,
    blockquote: ({ children }) => (
      <blockquote className="my-2.5 border-line border-l-2 pl-3 text-muted">{children}</blockquote>
    ),
    hr: () => <hr className="my-5 border-hairline" />,
    strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
    code: ({ children }) => <code className="rounded-sm bg-sunken px-1 py-px text-table">{children}</code>,
    pre: ({ children }) => (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="my-2.5 overflow-x-auto rounded-md border border-hairline bg-sunken px-3 py-2 text-table [&>code]:p-0"
      >
        {children}
      </pre>
    ),
    table: ({ children }) => (
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label="Table"
        className="my-2.5 overflow-x-auto"
      >
        <table className="border-collapse text-table">{children}</table>
      </section>
    ),
    th: ({ children, style }) => (
      <th style={style} className="border-line border-b py-1.5 pr-5 text-left font-medium text-muted">
        {children}
      </th>
    ),
    td: ({ children, style }) => (
      <td style={style} className="border-hairline border-b py-1.5 pr-5 align-top">
        {children}
      </td>
    ),
    input: ({ checked }) => (
      <input
        type="checkbox"
        checked={checked}
        disabled
        aria-label={checked ? "done" : "to do"}
        className="mr-1.5 align-[-2px]"
      />
    ),
    // A foreign image tells its server who reads this page.
    img: ({ alt }) => <span className="text-muted">[image: {plainly(alt || "without description")}]</span>,
    a: ({ href, children }) => (
      <MarkdownLink href={href} onNavigate={onNavigate} opens={foreignLinks === "open"}>
        {children}
      </MarkdownLink>
    ),
  }
}

function anchorOf(heading: ReactNode): string {
  return textOf(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
}

function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node)
  if (Array.isArray(node)) return node.map(textOf).join("")
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ""
}

function MarkdownLink({
  href = "",
  onNavigate,
  opens,
  children,
}: {
  href?: string
  onNavigate: MarkdownProps["onNavigate"]
  /** Whether addresses elsewhere are links. */
  opens: boolean
  children?: ReactNode
}) {
  const target = resolve(href)
  if (!target) return <span>{children}</span>

  if (target.internal) {
    return (
      <a
        href={href}
        className={LINK_CLASS}
        onClick={(event) => {
          if (
            !onNavigate ||
            href.startsWith("#") ||
            event.metaKey ||
            event.ctrlKey ||
            event.shiftKey ||
            event.button !== 0
          )
            return
          event.preventDefault()
          onNavigate(target.path)
        }}
      >
        {children}
      </a>
    )
  }
  // The words of a link are the author's; where it leads is said by us.
  const saysItself = children === target.url.href || children === href || children === target.url.host
  if (!opens)
    return (
      <span>
        {children}
        {children !== href && children !== target.url.href && (
          <span className="break-all text-muted"> ({target.url.href})</span>
        )}
      </span>
    )
  return (
    <a
      href={target.url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={target.url.href}
      className={LINK_CLASS}
    >
      {children}
      {!saysItself && <span className="text-muted"> ({target.url.host || target.url.href})</span>}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** By the browser's own rules, so that `//host` and `/\host` count as what they are: foreign. */
function resolve(href: string): { internal: true; path: string } | { internal: false; url: URL } | null {
  if (!href) return null
  const base = typeof location === "undefined" ? "http://localhost" : location.href
  let url: URL
  try {
    url = new URL(href, base)
  } catch {
    return null
  }
  if (url.origin === new URL(base).origin) return { internal: true, path: `${url.pathname}${url.search}${url.hash}` }
  if (url.protocol !== "http:" && url.protocol !== "https:" && url.protocol !== "mailto:") return null
  return { internal: false, url }
}
