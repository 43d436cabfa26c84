/** On every response. Scripts only from our own origin, none inline; nobody frames us. */
export function securityHeaders(options: { siteOrigin: string | null; secure: boolean }): Record<string, string> {
  const frames = ["'self'", options.siteOrigin].filter(Boolean).join(" ")
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // React sets style attributes through the CSSOM, which this permits; markup with style="" stays forbidden.
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ")
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(options.secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

/** Whether a policy lets nothing run and be framed by our own pages alone, whatever else it allows. */
export function runsNothing(policy: string): boolean {
  const parts = new Set(policy.split(";").map((part) => part.trim()))
  return ["default-src 'none'", "script-src 'none'", "frame-ancestors 'self'", "base-uri 'none'"].every((part) =>
    parts.has(part),
  )
}
