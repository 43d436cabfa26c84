import { useCall, useCan } from "@countersign/core/web"
import { ButtonLink, type ButtonLinkProps } from "@countersign/ui"
import { ExternalLink } from "lucide-react"
import { publicationAccess, siteContract } from "../contract.ts"

/** Where visitors find the site; null where it is served nowhere, or while that is being asked. */
export function useSiteUrl(): string | null {
  const mayAsk = useCan()(publicationAccess.read)
  const { data } = useCall(siteContract.getSiteAddress, {}, { builtIn: true, enabled: mayAsk })
  return data?.url ?? null
}

/** The way out of the workspace: a page of the public site in a tab of its own. */
export function PublicLink({ path = "/", children, ...look }: Omit<ButtonLinkProps, "href"> & { path?: string }) {
  const url = useSiteUrl()
  if (!url) return null
  return (
    <ButtonLink {...look} href={url + path} target="_blank" rel="noopener noreferrer" icon={<ExternalLink />}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </ButtonLink>
  )
}
