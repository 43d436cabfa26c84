import type { RevisedField } from "../contract.ts"

export { OVERRIDE_WORDS, STATUS_WORDS, VISIBILITY_WORDS } from "../contract.ts"

export const FIELD_WORDS: Record<RevisedField, string> = {
  title: "Title",
  description: "Description",
  severity: "Severity",
  systems: "Systems",
  healthOverride: "Health override",
  suppressNotifications: "Notifications suppressed",
  postmortem: "Post-mortem",
  message: "Text",
  visibility: "Visible to",
}

/** The choices of a Select, in the order of the words. */
export function choices<Value extends string>(words: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
