import { StartError } from "@countersign/core/host"
import type { Environment } from "./environment.ts"

export interface SiteAddress {
  port: number
  /** Null: loopback names only. */
  url: string | null
}

/** Where the public site is served. Asked only where a plugin serves one: nobody hears of these variables otherwise. */
export function siteAddressOf({ SITE_PORT = "4401", SITE_URL, PORT, PUBLIC_URL }: Environment): SiteAddress {
  const port = Number(SITE_PORT)
  if (!/^\d{1,5}$/.test(SITE_PORT) || port > 65_535)
    throw new StartError(`SITE_PORT takes a port number from 0 to 65535; it is set to "${SITE_PORT}".`)
  if (port !== 0 && port === PORT)
    throw new StartError(
      `SITE_PORT and PORT are both ${port}. The public site has an origin of its own, so give it another port.`,
    )
  if (SITE_URL === undefined) return { port, url: null }
  const url = URL.canParse(SITE_URL) ? new URL(SITE_URL) : null
  if (!url || !["http:", "https:"].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new StartError(
      `SITE_URL takes an address that begins with http:// or https:// and has no path, such as https://status.example.org; it is set to "${SITE_URL}".`,
    )
  if (PUBLIC_URL && new URL(PUBLIC_URL).origin === url.origin)
    throw new StartError(
      `SITE_URL and PUBLIC_URL are both ${url.origin}. What is published must not share an origin with the app: give the site a name of its own.`,
    )
  return { port, url: url.origin }
}
