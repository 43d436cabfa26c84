import type { Route } from "../../access/points/route.ts"
import type { ErrorCode } from "../../contract/error-codes.ts"
import type { PlatformError } from "../../errors.ts"
import { inWords } from "../routes/receive-upload.ts"

/**
 * What strangers read when something is wrong. Never a verb's own sentence: those are for people who work here, and name
 * fields, things and permissions. A route that has more to say to its visitors has `respondError`.
 */
export function refuseVisitor(request: Request, error: PlatformError, route?: Route): Response {
  const headers = new Headers({ "cache-control": "no-store" })
  if (error.retryAfterSeconds !== undefined) headers.set("retry-after", String(Math.ceil(error.retryAfterSeconds)))
  return tell(request, error.status, sentenceOf(error, route), headers)
}

export function tell(request: Request, status: number, sentence: string, headers = new Headers()): Response {
  const asPage = /\btext\/html\b/.test(request.headers.get("accept") ?? "")
  headers.set("content-type", asPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8")
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${sentence}</title><main><h1>${sentence}</h1></main></html>\n`
  return new Response(request.method === "HEAD" ? null : asPage ? page : `${sentence}\n`, { status, headers })
}

function sentenceOf({ code, retryAfterSeconds = 1 }: PlatformError, route: Route | undefined): string {
  if (code === "too_large" && route?.upload)
    return `What was sent is larger than ${inWords(route.upload.maxBytes)}, the most this address takes.`
  if (code === "unsupported_media_type" && route?.upload)
    return `This address takes ${route.upload.types.join(", ")} as it is, and nothing else.`
  if (code === "rate_limited") {
    const seconds = Math.ceil(retryAfterSeconds)
    return `Too many requests came from your network. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`
  }
  return SENTENCES[code]
}

const BAD = "This request cannot be read as it was sent."
const CHANGED = "This has changed meanwhile. Load the page again."
const AGAIN = "This cannot be answered at the moment. Try again in a few seconds."

const SENTENCES: Record<ErrorCode, string> = {
  invalid_input: BAD,
  unauthenticated: "This is not open to you.",
  forbidden: "This is not open to you.",
  not_found: "There is nothing at this address.",
  method_not_allowed: "This address is not asked in this way.",
  too_slow: "What was sent did not arrive in time. Send it again over a faster connection.",
  conflict: CHANGED,
  in_progress: AGAIN,
  already_done: CHANGED,
  too_large: "What was sent is too large.",
  unsupported_media_type: BAD,
  key_reused: BAD,
  rate_limited: AGAIN,
  internal: "Something went wrong here. Try again in a few seconds.",
  unavailable: AGAIN,
  outcome_unknown: AGAIN,
}
