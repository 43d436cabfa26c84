import type { SafetyPolicy } from "../../document.ts"
import { LIVE_SCRIPT_HASH } from "./live-script.ts"

/** What a page may load and run: what it needs, and nothing else. */
export function pagePolicy({
  html,
  policy,
  scripts,
  live,
}: {
  html: string
  policy: SafetyPolicy
  /** Whether it has scripts of the site. */
  scripts: boolean
  live: boolean
}): string {
  const hosts = policy.resourceHosts.map((host) => ` https://${host}`).join("")
  const frames = policy.frameHosts.map((host) => `https://${host}`).join(" ")
  const runs = [...(scripts ? ["'self'"] : []), ...(live ? [`'sha256-${LIVE_SCRIPT_HASH}'`] : [])]
  return [
    "default-src 'none'",
    ...(runs.length > 0 ? [`script-src ${runs.join(" ")}`] : []),
    ...(scripts || live ? ["connect-src 'self'"] : []),
    `style-src 'self'${hosts}`,
    // The sanitiser has read them; a page without any may not have one.
    ...(/\sstyle="/.test(html) ? ["style-src-attr 'unsafe-inline'"] : []),
    `img-src 'self' data:${hosts}`,
    `font-src 'self'${hosts}`,
    `media-src 'self'${hosts}`,
    ...(frames ? [`frame-src ${frames}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}
