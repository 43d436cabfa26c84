import type { LinkRenderProps } from "@countersign/ui"
import { Link, useRouter } from "@tanstack/react-router"

/** Draws an address of ours as the router's link: no page load, and its page is fetched while it is pointed at. */
export function AppLink({ href, ...rest }: LinkRenderProps) {
  const router = useRouter({ warn: false })
  if (
    !router ||
    !href.startsWith("/") ||
    href.startsWith("//") ||
    href.startsWith("/api/") ||
    rest.download !== undefined
  )
    return <a href={href} {...rest} />

  const { pathname, search, hash } = new URL(href, location.origin)
  return (
    <Link
      to={pathname}
      search={router.options.parseSearch(search) as never}
      hash={hash.slice(1)}
      activeOptions={{ exact: true, includeSearch: true }}
      {...rest}
    />
  )
}
