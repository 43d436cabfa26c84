import type { CallError } from "../call.ts"

/**
 * What a change met that somebody else was quicker with: the record that the refusal brought or, where that was too
 * large for an answer, what this page has read since. Null: no such refusal, or nothing newer was read yet.
 */
export function storedNow<Record extends { version: number }>(
  error: CallError | null,
  startedFrom: { version: number } | null | undefined,
  read: Record | null | undefined,
): Record | null {
  if (error?.body.code !== "conflict") return null
  if (error.body.current && typeof error.body.current === "object") return error.body.current as Record
  const isNewer = read && startedFrom && read.version > startedFrom.version
  return error.body.currentLeftOut && isNewer ? read : null
}
