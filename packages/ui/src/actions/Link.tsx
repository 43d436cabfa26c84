import { ExternalLink } from "lucide-react"
import type { AnchorHTMLAttributes, ReactElement, ReactNode, Ref } from "react"
import { createContext, use } from "react"
import { cx } from "../class-names.ts"
import { spellHidden } from "../text/hidden-characters.ts"
import { plainly } from "../text/PlainText.tsx"

export type LinkRenderProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  children?: ReactNode
  ref?: Ref<HTMLAnchorElement>
}

/** How to draw an anchor for an address of ours: an application returns its router's link here. */
export type RenderLink = (props: LinkRenderProps) => ReactElement

export type LinkProviderProps = { renderLink: RenderLink; children: ReactNode }

/** Sets the link used by every component below that was not given its own `renderLink`. */
export function LinkProvider({ renderLink, children }: LinkProviderProps) {
  return <LinkContext value={renderLink}>{children}</LinkContext>
}

export function useRenderLink(own?: RenderLink): RenderLink {
  const inherited = use(LinkContext)
  return own ?? inherited
}

export type TextLinkProps = LinkRenderProps & {
  /** Opens in a new tab, marked with an icon, without handing over the opener. */
  external?: boolean
  /** Looks like the text around it until pointed at: for cells of tables. */
  quiet?: boolean
  /** Without the underline, where everything around is a link too. Inside a sentence colour alone is not enough. */
  plain?: boolean
}

/** Also worn by LinkButton. */
export const LINK_CLASS =
  "rounded-sm text-accent-ink underline decoration-accent-ink/40 underline-offset-2 hover:decoration-current"

export function TextLink({ external, quiet, plain, className, children, title, ...others }: TextLinkProps) {
  const rest = { ...others, ...(title === undefined ? {} : { title: spellHidden(title) }) }
  const renderLink = useRenderLink()
  const look = cx(
    quiet && "rounded-sm text-ink underline-offset-2 hover:text-accent-ink hover:underline",
    plain && "rounded-sm text-accent-ink underline-offset-2 hover:underline",
    !quiet && !plain && LINK_CLASS,
    className,
  )
  if (!external) return renderLink({ className: look, children: plainly(children), ...rest })

  return (
    <a className={look} target="_blank" rel="noopener noreferrer" {...rest}>
      {plainly(children)}
      <ExternalLink aria-hidden className="ml-1 inline size-3 align-[-1px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

const LinkContext = createContext<RenderLink>((props) => <a {...props} />)
