import { explainLostCommit, unavailable } from "../access/explain-failure.ts"
import { CommitLostError } from "../db/commit-outcome.ts"
import { conditionOf } from "../db/conditions.ts"
import { DeveloperError, MOST_ERROR_BYTES, PlatformError } from "../errors.ts"
import type { Log } from "../log.ts"
import { maskedJson } from "../secrets/mask/mask.ts"
import type { Secrets } from "../secrets/secrets.ts"
import { sentWith } from "./sent.ts"

export interface ErrorAnswer {
  request: Request
  log: Log
  correlationId: string
  headers?: Headers
  maskFor?: Secrets["maskFor"]
}

/** What each error becomes over HTTP. Only sentences written for the caller leave the server. */
export function respondError(error: unknown, options: ErrorAnswer): Response {
  const known = toPlatformError(error)
  if (known.code === "internal") options.log.error("A request failed.", { correlationId: options.correlationId, error })
  const headers = new Headers(options.headers)
  headers.set("content-type", "application/json; charset=utf-8")
  if (known.retryAfterSeconds !== undefined) headers.set("retry-after", String(Math.ceil(known.retryAfterSeconds)))
  return new Response(bodyOf(known, options), { status: known.status, headers })
}

/**
 * A verb may have put into its sentence what another system answered, our credentials included. What the caller sent is
 * left as it is: whether it is one of them is nothing to tell. The same for where an issue stands, which joins names of
 * theirs. A record as it stands now is masked: it may hold what another system answered.
 */
function bodyOf(error: PlatformError, { request, correlationId, maskFor }: ErrorAnswer): string {
  const mask = maskFor?.([sentWith(request), error.issues?.map(({ path }) => path)]) ?? ((text: string) => text)
  const told = (maxBytes: number) => maskedJson({ ...error.toBody(maxBytes), correlationId }, mask)
  const body = told(MOST_ERROR_BYTES)
  if (Buffer.byteLength(body) <= MOST_ERROR_BYTES) return body
  // What stands in a credential's place may be longer than the credential: at most two and a half times.
  return told(MOST_ERROR_BYTES / 3)
}

/** Verbs have said what became of their change; of what fails elsewhere nobody knows, so nothing is claimed. */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  if (error instanceof CommitLostError) return explainLostCommit(null, error)
  const condition = conditionOf(error)
  if (condition) return unavailable(condition, false, error)
  const message =
    error instanceof DeveloperError
      ? "This part of Countersign has a defect, so the request was stopped. Give an administrator the correlation id; the server's log tells more."
      : "Something went wrong on the server, so the request was stopped. Try again; if it stays, give an administrator the correlation id."
  return new PlatformError("internal", message, { cause: error })
}
