import type { ToolFailure, ToolFailureKind } from "../../contract/chat/content-block.ts"
import type { ErrorCode } from "../../contract/error-codes.ts"
import { toPlatformError } from "../../http/respond.ts"

/** Enough to mend a draft in one go; a schema can name thousands. */
const MOST_ISSUES = 10
/** The values that issues quote are the model's own, and may be of any length. */
const LONGEST_PATH = 200
const LONGEST_MESSAGE = 500

/** Why a call of a tool failed, for the model and for the thread. */
export function toolFailure(error: unknown, mask: (text: string) => string): ToolFailure {
  const { code, issues = [] } = toPlatformError(error)
  const told = issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: mask(path).slice(0, LONGEST_PATH),
    message: mask(message).slice(0, LONGEST_MESSAGE),
  }))
  return { kind: KINDS[code], ...(told.length > 0 ? { issues: told } : {}) }
}

const KINDS: Record<ErrorCode, ToolFailureKind> = {
  invalid_input: "invalid",
  too_large: "invalid",
  too_slow: "invalid",
  unsupported_media_type: "invalid",
  method_not_allowed: "invalid",
  unauthenticated: "forbidden",
  forbidden: "forbidden",
  not_found: "not-found",
  conflict: "conflict",
  already_done: "conflict",
  in_progress: "conflict",
  key_reused: "invalid",
  rate_limited: "budget",
  unavailable: "unavailable",
  outcome_unknown: "failed",
  internal: "failed",
}
