import { type Environment, siteAddressOf } from "@countersign/server/boot"
import type { Finding } from "./examine.ts"

/** Of the public site's address; asked only where a plugin serves one. */
export function examineSite(environment: Environment): Finding {
  const subject = "SITE_URL"
  const { PUBLIC_URL } = environment
  let url: string | null
  try {
    url = siteAddressOf(environment).url
  } catch (error) {
    return { state: "bad", subject, says: (error as Error).message, remedy: "Correct the variable and run this again." }
  }
  if (url === null)
    return PUBLIC_URL
      ? {
          state: "doubtful",
          subject,
          says: "the public site does not know the address visitors use, so it answers loopback names only.",
          remedy:
            "Set SITE_URL to that address, such as https://status.example.org; leave it if nobody shall visit one.",
        }
      : { state: "good", subject, says: "not needed on loopback." }
  if (PUBLIC_URL && new URL(PUBLIC_URL).hostname === new URL(url).hostname)
    return {
      state: "doubtful",
      subject,
      says: `${url} differs from PUBLIC_URL by its port alone, and browsers send cookies to every port of a name.`,
      remedy: "Give the site a name of its own, such as https://status.example.org.",
    }
  return { state: "good", subject, says: `${url}.` }
}
