import type { z } from "zod"
import { ERROR_CODES, type ErrorBody, type ErrorCode, type ErrorIssue } from "./contract/error-codes.ts"
import { fieldsAt } from "./contract/known-fields.ts"

/** Of an error on the wire, with the record it may bring. */
export const MOST_ERROR_BYTES = 8 * 1024
const MOST_ISSUES = 10
const LONGEST = { message: 2_000, path: 200, issue: 300 }

/** An error whose message was written for the one who must act on it. Anything else is a fault of ours. */
export class PlatformError extends Error {
  readonly code: ErrorCode
  readonly issues: ErrorIssue[] | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { issues?: ErrorIssue[]; current?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    // Whatever it quotes, it is short from the start: it goes to logs, audit rows and models as well.
    super(clip(message, LONGEST.message), { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.issues = details.issues?.slice(0, MOST_ISSUES).map((issue) => clipIssue(issue))
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status(): number {
    return ERROR_CODES[this.code]
  }

  toBody(maxBytes = MOST_ERROR_BYTES): ErrorBody {
    const body = this.#told(maxBytes)
    if (this.retryAfterSeconds !== undefined) body.retryAfterSeconds = this.retryAfterSeconds
    if (this.current === undefined) return body
    const whole = { ...body, current: this.current }
    if (Buffer.byteLength(JSON.stringify(whole)) <= maxBytes - ROOM_FOR_THE_REST) return whole
    return { ...body, message: `${body.message} ${LEFT_OUT}`, currentLeftOut: true }
  }

  /** What it says, shorter the more bytes its characters take: a control character takes six as JSON. */
  #told(maxBytes: number): ErrorBody {
    const { code, issues } = this
    for (let share = 1; ; share /= 2) {
      const body: ErrorBody = { code, message: clip(this.message, LONGEST.message * share) }
      if (issues) body.issues = issues.map((issue) => clipIssue(issue, share))
      if (Buffer.byteLength(JSON.stringify(body)) <= maxBytes - ROOM_FOR_THE_REST || share < 0.02) return body
    }
  }
}

const LEFT_OUT = "What is stored now is too large to come with this answer: read it again."
/** The correlation id, how long to wait, and that a record was left out. */
const ROOM_FOR_THE_REST = 320

export class InvalidInputError extends PlatformError {
  constructor(message: string, issues?: ErrorIssue[]) {
    super("invalid_input", message, { issues })
  }
}

export class UnauthenticatedError extends PlatformError {
  constructor(message = "You are not signed in. Sign in, or send an API key as a bearer token.") {
    super("unauthenticated", message)
  }
}

export class ForbiddenError extends PlatformError {
  constructor(message: string) {
    super("forbidden", message)
  }
}

/** The person may, but did not let this app: connected again with these scopes, it could. */
export class InsufficientScopeError extends ForbiddenError {
  readonly scopes: readonly string[]

  constructor(message: string, scopes: readonly string[]) {
    super(message)
    this.scopes = scopes
  }
}

/** Also the answer for things that exist but are not the caller's to see: the two must not be told apart. */
export class NotFoundError extends PlatformError {
  constructor(message: string) {
    super("not_found", message)
  }
}

export class ConflictError extends PlatformError {
  constructor(message: string, current?: unknown) {
    super("conflict", message, { current })
  }
}

export class RateLimitedError extends PlatformError {
  constructor(message: string, retryAfterSeconds: number) {
    super("rate_limited", message, { retryAfterSeconds })
  }
}

/** A draft that makes no sense: feedback for the model that wrote it, not a fault to show to people. */
export class ToolValidationError extends PlatformError {
  constructor(issues: ErrorIssue[], cause?: unknown) {
    super("invalid_input", issues.map(({ message }) => message).join(" "), { issues, cause })
  }
}

export class UnavailableError extends PlatformError {
  constructor(message: string, cause?: unknown, retryAfterSeconds = 2) {
    super("unavailable", message, { cause, retryAfterSeconds })
  }
}

/** It may have been done or not. Its sentence says what to look at; it is never an invitation to do it again blindly. */
export class OutcomeUnknownError extends PlatformError {
  constructor(message: string, cause?: unknown) {
    super("outcome_unknown", message, { cause })
  }
}

/** A mistake in a plugin or in the platform. Callers see a neutral sentence, the log sees this message. */
export class DeveloperError extends Error {
  override name = "DeveloperError"
}

/** With the schema it can say which fields are known; those that are not are the caller's words and are not repeated. */
export function invalidInput(procedureId: string, error: z.ZodError, schema?: z.ZodType): InvalidInputError {
  const count = error.issues.length
  const issues = error.issues.slice(0, MOST_ISSUES).map((issue) => toIssue(issue, schema))
  const first = issues[0] && clipIssue(issues[0])
  const where = first?.path ? `"${first.path}": ` : ""
  const more = count > 1 ? ` (and ${count - 1} more)` : ""
  return new InvalidInputError(
    `The input of ${procedureId} does not fit. ${where}${first?.message ?? ""}${more}`,
    issues,
  )
}

/** The error Postgres or its driver raised, from under whatever wraps it. */
export function databaseError(error: unknown): (Error & { code?: string; constraint?: string }) | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (typeof (cause as { code?: unknown }).code === "string") return cause as Error & { code: string }
  }
  return null
}

function toIssue(issue: z.core.$ZodIssue, schema: z.ZodType | undefined): ErrorIssue {
  const path = issue.path.map(String).join(".")
  if (issue.code !== "unrecognized_keys") return { path, message: issue.message }
  const { length } = issue.keys
  const unknown =
    length === 1 ? "There is a field here that is not known." : `There are ${length} fields here that are not known.`
  const known = (schema && fieldsAt(schema, issue.path)) ?? []
  return { path, message: known.length > 0 ? `${unknown} Known are ${known.join(", ")}.` : unknown }
}

function clipIssue({ path, message }: ErrorIssue, share = 1): ErrorIssue {
  return { path: clip(path, LONGEST.path * share), message: clip(message, LONGEST.issue * share) }
}

function clip(text: string, longest: number): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest).toWellFormed()
  return `${kept}... (and ${text.length - kept.length} more characters)`
}
