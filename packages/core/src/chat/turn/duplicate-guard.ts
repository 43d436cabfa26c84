import { createHash } from "node:crypto"
import { RateLimitedError, ToolValidationError } from "../../errors.ts"
import { canonicalJson } from "../../secrets/canonical-json.ts"

export interface DuplicateGuard {
  /** Whether this call was made in the turn before; from now on it was. */
  seen(toolName: string, input: unknown): boolean
  /** A draft that was sent back to be mended, or a call that has to wait, was none: the same one may come again. */
  failed(toolName: string, input: unknown, error: unknown): void
}

/** For one turn, and for calls that change something: a model that repeats itself must not act twice. */
export function createDuplicateGuard(): DuplicateGuard {
  const made = new Set<string>()
  return {
    seen(toolName, input) {
      const call = hashOf(toolName, input)
      if (made.has(call)) return true
      made.add(call)
      return false
    },
    failed(toolName, input, error) {
      if (error instanceof ToolValidationError || error instanceof RateLimitedError)
        made.delete(hashOf(toolName, input))
    },
  }
}

function hashOf(toolName: string, input: unknown): string {
  return createHash("sha256")
    .update(`${toolName}\n${canonicalJson(input)}`)
    .digest("base64")
}
