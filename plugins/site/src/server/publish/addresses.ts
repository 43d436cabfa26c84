/** Where files of the site's own are: their name is what they hold, so they may be kept for ever. */
export const ASSETS = "/_site/"

export function addressOfPage(address: string): string {
  return `/${address}`
}

export function addressOfAsset(hash: string, ending: string): string {
  return `${ASSETS}${hash}.${ending}`
}

/** The hash in such an address; null where it is another one. */
export function hashInAddress(path: string): string | null {
  return /^\/_site\/([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(path)?.[1] ?? null
}

/** The page for what is not there has no address of its own. */
export const NOT_FOUND_PATH = "404"
