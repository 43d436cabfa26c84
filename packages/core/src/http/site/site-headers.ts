/**
 * On every answer of the site's origin. Nothing runs, nothing is loaded from elsewhere and nobody frames it; a route that
 * needs more says so in a policy of its own.
 */
export function siteHeaders(options: { secure: boolean }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(options.secure ? { "strict-transport-security": "max-age=31536000" } : {}),
  }
}

/** For the answers that pages of other origins may read. Never with credentials: there are none here. */
export const FOR_OTHERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const

/** A page brings the policy that fits it, a badge may be shown elsewhere; everything else is the same for all. */
export const OWN_HEADERS: ReadonlySet<string> = new Set(["content-security-policy", "cross-origin-resource-policy"])
