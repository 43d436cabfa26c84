import { isLoopback } from "../guard-host.ts"

/** Whether a name that somebody uses is the site's; without an address of its own, loopback names are. */
export function isOwnName(host: string, url: string | null): boolean {
  if (url === null) return isLoopback(host)
  const { protocol, host: own } = new URL(url)
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === own
}

/** By the address as well as by the header: where the two differ, the address counts (RFC 9112, 3.2.2), and neither is believed. */
export function asksForOwnName(request: Request, url: string | null): boolean {
  const { host } = new URL(request.url)
  return isOwnName(host, url) && isOwnName(request.headers.get("host") ?? host, url)
}
