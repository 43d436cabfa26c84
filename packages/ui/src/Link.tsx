import { ExternalLink } from "lucide-react"
import type { AnchorHTMLAttributes, ReactElement, ReactNode, Ref } from "react"
import { createContext, use } from "react"
import { cx } from "./class-names.ts"

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
  /** Looks like the text around it until pointed at. */
  quiet?: boolean
}

export function TextLink({ external, quiet, className, children, ...rest }: TextLinkProps) {
  const renderLink = useRenderLink()
  const look = cx(
    "rounded-sm underline-offset-2 hover:underline",
    quiet ? "text-ink hover:text-accent-ink" : "text-accent-ink",
    className,
  )
  if (!external) return renderLink({ className: look, children, ...rest })

  return (
    <a className={look} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <ExternalLink aria-hidden className="ml-1 inline size-3 align-[-1px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

const LinkContext = createContext<RenderLink>((props) => <a {...props} />)
