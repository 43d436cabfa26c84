/** Every error a caller can meet, with the HTTP status it travels under. */
export const ERROR_CODES = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** A file that did not arrive in its time. */
  too_slow: 408,
  conflict: 409,
  /** With an Idempotency-Key: the first request with it is still at work. */
  in_progress: 409,
  /** With an Idempotency-Key: it was done, and its answer cannot be told again. */
  already_done: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** An Idempotency-Key that came with another input before. */
  key_reused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  /** Contact was lost while it was being done; whether it was done is not known. */
  outcome_unknown: 503,
} as const

/** With this header the answer is for a person's eyes: errors then name no verbs. */
export const READER = { header: "x-countersign-reader", person: "person" } as const

export type ErrorCode = keyof typeof ERROR_CODES

export interface ErrorIssue {
  path: string
  message: string
}

/** The one shape of an error on the wire. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  issues?: ErrorIssue[]
  /** With `conflict` on a stale version: the record as it is now. */
  current?: unknown
  /** It was too large for an answer: read the record again. */
  currentLeftOut?: true
  /** With `rate_limited`, `in_progress` and `unavailable`: how long to wait. */
  retryAfterSeconds?: number
  /** Quote it when asking an administrator; the server's log has the rest under it. */
  correlationId?: string
}
