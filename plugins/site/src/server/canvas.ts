/** The page into which the editor puts a document: empty, of the app's own origin, and with a policy that runs nothing. */
import { implement, route } from "@countersign/core/server"
import { siteContract } from "../contract.ts"
import { policyOf } from "../document.ts"
import { loadPart } from "./load-part.ts"
import { FACTS } from "./parts.ts"
import { sequenceOf } from "./site-store.ts"

export const openCanvas = implement(siteContract.openCanvas, async (ctx, { mode }) => {
  const { part } = await loadPart(ctx, FACTS, await sequenceOf(ctx.tx))
  return { mode, hosts: [...policyOf(part.facts).resourceHosts] }
})

export const canvasRoutes = [
  route("GET /site/canvas", openCanvas, {
    framed: true,
    readInput(request) {
      const mode = new URL(request.url).searchParams.get("mode")
      return mode === null ? {} : { mode }
    },
    respond: ({ mode, hosts }) =>
      new Response(`${DOCTYPES[mode] ?? ""}<html><head></head><body></body></html>`, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": canvasPolicy(hosts),
          "cache-control": "no-store",
        },
      }),
  }),
]

/** How a browser reads a page is decided by its first line, once and for all. */
const DOCTYPES: Readonly<Record<string, string>> = {
  standards: "<!DOCTYPE html>",
  "limited-quirks":
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
}

/** `srcdoc` would take over the policy of the app, which knows no inline styles. Forms and base do not fall back to the first. */
function canvasPolicy(hosts: readonly string[]): string {
  const others = hosts.map((host) => ` https://${host}`).join("")
  return [
    "default-src 'none'",
    "script-src 'none'",
    `style-src 'unsafe-inline' 'self'${others}`,
    `img-src 'self' data: blob:${others}`,
    `media-src 'self' blob:${others}`,
    `font-src 'self' data:${others}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ")
}
