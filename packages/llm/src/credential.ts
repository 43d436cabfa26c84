import { z } from "zod"

/** The fields that drivers ask for; titles and descriptions are what a form shows. */
export const apiKeyField = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, "A key is printable characters without spaces.")
  .max(4_096)
  .meta({ title: "Key", secret: true })

export const baseUrlField = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .meta({ title: "Base URL" })

/**
 * Where the protocol's path is appended. People leave a slash at the end, paste the whole address of a call, or only the
 * server's: that one gets the path of the standard address.
 */
export function endpointOf(baseUrl: string | undefined, standard: string): string {
  if (!baseUrl) return standard
  const given = baseUrl.replace(/\/+$/, "").replace(/\/(chat\/completions|responses|messages)$/, "")
  const path = URL.parse(standard)?.pathname.replace(/\/$/, "") ?? ""
  return URL.parse(given)?.pathname === "/" ? given + path : given
}
