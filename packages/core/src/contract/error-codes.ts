/** Every error a caller can meet, with the HTTP status it travels under. */
export const ERROR_CODES = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

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
  /** With `rate_limited`: how long to wait. */
  retryAfterSeconds?: number
  /** Quote it when asking an administrator; the server's log has the rest under it. */
  correlationId?: string
}
